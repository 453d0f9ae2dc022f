package dev.postern.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.postern.catalogue.BadConfigException;
import dev.postern.catalogue.ConfigParser;
import dev.postern.catalogue.Problem;
import dev.postern.message.Json;
import dev.postern.upstream.Upstream;
import dev.postern.upstream.UpstreamSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The console helps with prompts and resources by schemas that say the same as their parsers. */
class RowSchemaTest {
  private static final Pattern EXAMPLE =
      Pattern.compile("```json (prompt|resource)\n(.*?)```", Pattern.DOTALL);

  private static final String NO_KEY = "qqqqqqqqqqqqqqq";

  @Test
  void everyExampleOfTheGuideFits() throws Exception {
    String guide = Files.readString(Path.of("docs", "prompts-and-resources.md"));
    Matcher example = EXAMPLE.matcher(guide);
    int examples = 0;
    while (example.find()) {
      assertThat(schema(example.group(1)).validate(Json.parse(example.group(2)))).isEmpty();
      examples++;
    }
    assertThat(examples).isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "prompt   | {\"name\": \"x\"}",
        "prompt   | {\"name\": \"x\", \"messages\": []}",
        "prompt   | {\"name\": \"x\", \"messages\": [{\"content\": \"y\"}]}",
        "prompt   | {\"name\": \"x\", \"messages\": [{\"role\": \"user\", \"content\": \"y\"}],"
            + " \"requires\": [1]}",
        "prompt   | {\"name\": \"x\", \"messages\": [{\"role\": \"system\", \"content\": \"y\"}]}",
        "prompt   | {\"name\": \"x\", \"http\": {\"uri\": \"https://a\"}}",
        "prompt   | {\"name\": \"x\", \"http\": {}, \"feign\": {}}",
        "prompt   | {\"name\": \"x\", \"arguments\": [{\"name\": \"a b\"}], \"messages\":"
            + " [{\"role\": \"user\", \"content\": \"y\"}]}",
        "resource | {\"name\": \"x\", \"uri\": \"a:b\"}",
        "resource | {\"name\": \"x\", \"text\": \"y\"}",
        "resource | {\"name\": \"x\", \"uri\": \"a:b\", \"uriTemplate\": \"a:{b}\", \"text\": \"y\"}",
        "resource | {\"name\": \"x\", \"uri\": \"a:b\", \"text\": \"y\", \"blob\": \"\"}",
        "resource | {\"name\": \"x\", \"uri\": \"a:b\", \"text\": \"y\", \"poll\": {\"everyMs\": 1}}"
      })
  void whatTheParserRefusesTheSchemaDoesToo(String kind, String row) throws Exception {
    assertThat(schema(kind).validate(Json.parse(row))).isNotEmpty();
    assertThat(problems(kind, (ObjectNode) Json.parse(row))).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"prompt", "resource"})
  void theEditorOffersTheKeysThatTheParserKnows(String kind) throws Exception {
    ObjectNode row = Json.object().put("name", "x").put(NO_KEY, 1);
    row.putArray("arguments").addObject().put("name", "a").put(NO_KEY, 1);
    row.putArray("messages").addObject().put(NO_KEY, 1);
    row.put("uriTemplate", "a:{a}").putObject("poll").put(NO_KEY, 1);
    row.putObject("completions").putObject("a").put(NO_KEY, 1);
    List<Problem> problems = problems(kind, row);

    assertKnown(kind, problems, "", "/properties");
    assertKnown("prompt", problems, "/completions/a", "/$defs/completion/properties");
    if (kind.equals("prompt")) {
      assertKnown(kind, problems, "/arguments/0", "/properties/arguments/items/properties");
      assertKnown(kind, problems, "/messages/0", "/properties/messages/items/properties");
    } else {
      assertKnown(kind, problems, "/poll", "/properties/poll/properties");
    }
  }

  /** The parser names all keys it knows where somebody wrote one that resembles none. */
  private static void assertKnown(
      String kind, List<Problem> problems, String pointer, String place) {
    String start = "is not a known key; known are [";
    String message =
        problems.stream()
            .filter(problem -> problem.pointer().equals(pointer + "/" + NO_KEY))
            .map(Problem::message)
            .collect(Collectors.joining());
    assertThat(message).startsWith(start);
    List<String> known =
        List.of(message.substring(start.length(), message.indexOf(']')).split(", "));
    List<String> offered = new ArrayList<>();
    document(kind).at(place).fieldNames().forEachRemaining(offered::add);
    assertThat(offered).containsExactlyInAnyOrderElementsOf(known);
  }

  private static List<Problem> problems(String kind, ObjectNode row) throws Exception {
    try (Upstream upstream = new Upstream(UpstreamSettings.defaults("test"))) {
      Parsers parsers = Parsers.of(upstream, key -> Optional.empty());
      ConfigParser<?> parser = kind.equals("prompt") ? parsers.prompts() : parsers.resources();
      parser.parse("x", row);
      return List.of();
    } catch (BadConfigException e) {
      return e.problems();
    }
  }

  /** They refer to one another by their identifiers. */
  private static Schema schema(String kind) {
    Map<String, String> schemas = new HashMap<>();
    for (String one : List.of("tool", "prompt", "resource")) {
      schemas.put(document(one).get("$id").textValue(), document(one).toString());
    }
    return SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(schemas))
        .getSchema(document(kind));
  }

  private static JsonNode document(String kind) {
    Path file = Path.of("src", "main", "resources", "schema", kind + ".json");
    try {
      return Json.parse(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
