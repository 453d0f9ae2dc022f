package dev.postern.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.postern.catalogue.BadConfigException;
import dev.postern.catalogue.ConfigParser;
import dev.postern.catalogue.Language;
import dev.postern.catalogue.Problem;
import dev.postern.message.Json;
import dev.postern.testing.service.Loopback;
import dev.postern.upstream.Upstream;
import dev.postern.upstream.UpstreamSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema of the language and the parsers that decide do not contradict each other. */
class LanguageTest {
  private static final Pattern EXAMPLE =
      Pattern.compile("```json(?: (prompt|resource))?\n(.*?)```", Pattern.DOTALL);

  /** What the guides' examples do without. */
  private static final String FEIGN_WITH_ALL =
      """
      {"name": "all", "title": "All", "type": "feign", "_meta": {"a": 1},
       "icons": [{"src": "https://a.example/x.png", "mimeType": "image/png", "sizes": ["any"], "theme": "dark"}],
       "annotations": {"title": "All", "readOnlyHint": true, "openWorldHint": false},
       "requires": ["roots"], "outputCheck": "warn", "outputSchema": {"type": "object"},
       "feign": {"baseUrl": "https://a.example", "request": "GET /x", "interceptors":
                 ["dev.postern.invoker.feign.StampInterceptor"], "loggerLevel": "FULL",
                 "headers": {"X-N": 5, "X-B": true}, "query": {"a": [1, "b"]}, "idleTimeoutMs": 10},
       "policy": {"timeouts": {"connectMs": 5}, "bulkhead": {"calls": 1},
                  "retry": {"statuses": [503], "anyMethod": true, "budgetPercent": 5, "mostBackoffMs": 9},
                  "circuitBreaker": {"per": "host"},
                  "rateLimit": {"calls": 1, "perMs": 5, "for": "all"},
                  "cache": {"sharedByAll": true, "anyMethod": false, "statuses": [404]}}}
      """;

  private static Upstream upstream;
  private static Parsers parsers;
  private static final Map<String, JsonNode> FILES = new HashMap<>();

  @BeforeAll
  static void start() throws Exception {
    upstream = new Upstream(Loopback.open(new UpstreamSettings("test", 1_000, 1)));
    parsers = Parsers.of(upstream, key -> Optional.of("a secret"));
    for (Map.Entry<String, byte[]> file : Language.files().entrySet()) {
      FILES.put(file.getKey(), Json.parse(file.getValue()));
    }
  }

  @AfterAll
  static void stop() {
    upstream.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tool", "prompt", "resource"})
  void unknownKeysNameTheNearestKnownKeyInEveryBlock(String noun) {
    List<LanguageBlocks.Block> blocks = LanguageBlocks.of(FILES, noun);
    Map<String, String> wrong = new TreeMap<>();
    int keys = 0;
    for (LanguageBlocks.Block block : blocks) {
      for (String key : block.known()) {
        String pointer = Problem.at(block.pointer(), key + "x");
        String said = said(problems(noun, block.rowWith(key + "x")), pointer);
        if (!said.equals("is not a known key; did you mean \"" + key + "\"?")) {
          wrong.put(pointer, said);
        }
        keys++;
      }
    }

    assertThat(wrong).isEmpty();
    assertThat(blocks).hasSizeGreaterThan(noun.equals("tool") ? 40 : 60);
    assertThat(keys).isGreaterThan(200);
  }

  /** Every place of every example is spoilt in every way there is. */
  @ParameterizedTest
  @ValueSource(strings = {"tool", "prompt", "resource"})
  void whatTheSchemaRefusesNoParserLetsThrough(String noun) throws Exception {
    Schema schema = schema(noun);
    Map<String, String> overlooked = new TreeMap<>();
    int refused = 0;
    for (JsonNode example : examples(noun)) {
      assertThat(schema.validate(example)).isEmpty();
      for (ObjectNode spoilt : SpoiltRows.of((ObjectNode) example)) {
        List<Error> errors = schema.validate(named(spoilt));
        if (!errors.isEmpty()) {
          refused++;
          List<Problem> told = problems(noun, spoilt);
          if (told.isEmpty() || told.toString().contains("Exception")) {
            overlooked.put(errors.get(0).toString(), told + " " + spoilt);
          }
        }
      }
    }

    assertThat(overlooked).isEmpty();
    assertThat(refused).isGreaterThan(300);
  }

  /** What is Postern's own is told in its own words; the schema's are for what is MCP's. */
  @ParameterizedTest
  @ValueSource(strings = {"tool", "prompt", "resource"})
  void mistakesAreToldInTheWordsOfTheParser(String noun) throws Exception {
    Schema schema = schema(noun);
    Map<String, String> foreign = new TreeMap<>();
    for (JsonNode example : examples(noun)) {
      for (ObjectNode spoilt : SpoiltRows.of((ObjectNode) example)) {
        for (Error error : schema.validate(named(spoilt))) {
          String place = error.getInstanceLocation().toString();
          boolean vocabulary = place.matches("/(annotations|icons|inputSchema|outputSchema)(/.*)?");
          if (!vocabulary && said(problems(noun, spoilt), place).contains(error.getMessage())) {
            foreign.put(error.toString(), spoilt.toString());
          }
        }
      }
    }

    assertThat(foreign).isEmpty();
  }

  /** An editor fetches one file and knows the language. */
  @ParameterizedTest
  @ValueSource(strings = {"tool", "prompt", "resource"})
  void eachSchemaCanBeReadWithoutTheOthers(String noun) throws Exception {
    Schema alone = schema(noun);

    assertThat(FILES.get(noun + ".json").get("$id").textValue())
        .isEqualTo("https://postern.dev/schema/" + noun + ".json");
    ObjectNode row = Json.object().put("name", "x").put("uri", "a:b").put("type", "http");
    row.putArray("messages");
    row.putObject("http").put("url", "https://api.example.com").put("timeoutMs", "long");
    assertThat(alone.validate(row)).anyMatch(error -> error.toString().contains("/http/timeoutMs"));
    row.remove("http");
    ObjectNode completion = row.putObject("completions").putObject("x");
    completion.putObject("http").put("timeoutMs", "long");
    if (!noun.equals("tool")) {
      assertThat(alone.validate(row)).anyMatch(error -> error.toString().contains("/x/http/time"));
    }
  }

  @Test
  void aMessageOfTheSchemaIsOneProblemForOnePlace() {
    ObjectNode tool = Json.object().put("name", "x").put("type", "static");
    tool.putObject("static").put("text", "y");
    tool.putArray("icons").addObject().put("theme", "pink");

    assertThat(problems("tool", tool))
        .extracting(Problem::pointer)
        .containsExactlyInAnyOrder("/icons/0/src", "/icons/0/theme");
  }

  /** A row has its name from its column, too. */
  private static ObjectNode named(ObjectNode row) {
    return Json.object().put("name", "unnamed").setAll(row);
  }

  private static String said(List<Problem> problems, String pointer) {
    return problems.stream()
        .filter(problem -> problem.pointer().equals(pointer))
        .map(Problem::message)
        .collect(Collectors.joining("; "));
  }

  private static List<Problem> problems(String noun, JsonNode row) {
    ConfigParser<?> parser =
        switch (noun) {
          case "tool" -> parsers.tools();
          case "prompt" -> parsers.prompts();
          default -> parsers.resources();
        };
    try {
      parser.parse(row.path("name").asText("unnamed"), row);
      return List.of();
    } catch (BadConfigException e) {
      return e.problems();
    } catch (RuntimeException e) { // shown with all others, for it must not happen
      return List.of(new Problem("", e + " at " + e.getStackTrace()[0] + row));
    }
  }

  /** Knows nothing but the one file, and fetches nothing. */
  private static Schema schema(String noun) {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(FILES.get(noun + ".json"));
  }

  /** Those of the guides, named. */
  private static List<JsonNode> examples(String noun) throws Exception {
    List<JsonNode> examples = new ArrayList<>();
    for (String page : List.of("tools.md", "prompts-and-resources.md")) {
      Matcher example = EXAMPLE.matcher(Files.readString(Path.of("docs", page)));
      while (example.find()) {
        String kind = example.group(1) == null ? "tool" : example.group(1);
        if (kind.equals(noun)
            && Json.parse(example.group(2)) instanceof ObjectNode row
            && (row.has("type") || !noun.equals("tool"))) {
          examples.add(row.put("name", row.path("name").asText("unnamed")));
        }
      }
    }
    if (noun.equals("tool")) {
      examples.add(Json.parse(FEIGN_WITH_ALL));
    }
    assertThat(examples).hasSizeGreaterThanOrEqualTo(2);
    return examples;
  }
}
