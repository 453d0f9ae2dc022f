package dev.postern.admin.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.postern.catalogue.BadConfigException;
import dev.postern.catalogue.ToolParser;
import dev.postern.invoker.auth.AuthLayer;
import dev.postern.message.Json;
import dev.postern.testing.service.Loopback;
import dev.postern.upstream.Upstream;
import dev.postern.upstream.UpstreamSettings;
import dev.postern.wiring.Parsers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema that the editor helps with says the same as the parser that decides. */
class ToolSchemaTest {
  private static final JsonNode SCHEMA = read();

  /** Keys that mean nothing where no service is called. */
  private static final List<String> OF_SERVICES =
      List.of(
          "auth",
          "policy",
          "passHeaders",
          "passCredentials",
          "redirects",
          "responseMapping",
          "errors",
          "pagination",
          "asyncJob");

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        {"name": "weather.search", "description": "Current weather of a city", "type": "http",
         "inputSchema": {"type": "object", "required": ["city"],
                         "properties": {"city": {"type": "string"}}},
         "http": {"method": "GET", "url": "https://api.example.com/weather",
                  "query": {"q": "{{args.city}}"}, "timeoutMs": 3000}}\
        """,
        """
        {"name": "user.get", "description": "One user", "type": "feign",
         "inputSchema": {"type": "object", "required": ["id"],
                         "properties": {"id": {"type": "string"}}},
         "feign": {"baseUrl": "https://api.example.com", "path": "/users/{id}", "method": "GET",
                   "headers": {"X-Req": "{{args.id}}"}, "timeoutMs": 3000}}\
        """,
        """
        {"name": "s", "type": "static", "static": {"json": {"a": [1, true]}}}\
        """
      })
  void goodToolsFitTheSchemaAndTheParser(String tool) throws Exception {
    assertThat(schema().validate(Json.parse(tool))).isEmpty();
    try (Upstream upstream = upstream()) {
      assertThat(parser(upstream).parse(Json.parse(tool).get("name").textValue(), tool))
          .isNotNull();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "basic", "bearer", "apiKey", "oauth2"})
  void credentialsOfEveryTypeHaveTheKeysThatTheParserKnows(String type) {
    for (JsonNode one : SCHEMA.at("/properties/auth/oneOf")) {
      if (one.at("/properties/type/const").asText().equals(type)) {
        assertThat(keys(one.get("properties")))
            .containsExactlyInAnyOrderElementsOf(AuthLayer.KEYS_BY_TYPE.get(type));
        assertThat(keys(SCHEMA.at("/properties/auth/properties")))
            .containsAll(AuthLayer.KEYS_BY_TYPE.get(type));
        return;
      }
    }
    throw new AssertionError("The schema has no credentials of type " + type);
  }

  @Test
  void everyToolOfTheReferenceFitsTheSchema() throws Exception {
    String page = Files.readString(Path.of("docs", "tools.md"));
    Matcher example = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL).matcher(page);
    int tools = 0;
    while (example.find()) {
      if (Json.parse(example.group(1)) instanceof ObjectNode tool && tool.has("type")) {
        tool.put("name", tool.path("name").asText("unnamed"));
        assertThat(schema().validate(tool)).as(tool.toString()).isEmpty();
        tools++;
      }
    }
    assertThat(tools).isGreaterThan(10);
  }

  /** But those that MCP and JSON Schema explain. */
  @Test
  void theReferenceNamesEveryKeyOfTheSchema() throws Exception {
    String page = Files.readString(Path.of("docs", "tools.md"));
    ObjectNode own = SCHEMA.deepCopy();
    ((ObjectNode) own.get("properties")).remove(List.of("annotations", "icons"));
    ((ObjectNode) own.get("$defs")).remove(List.of("schema", "argumentsSchema"));
    Set<String> keys = new TreeSet<>();
    collect(own, keys);

    assertThat(keys).hasSizeGreaterThan(100);
    assertThat(keys)
        .allMatch(key -> page.contains("`" + key + "`") || page.contains("\"" + key + "\""));
  }

  private static void collect(JsonNode schema, Set<String> keys) {
    keys.addAll(keys(schema.path("properties")));
    schema.forEach(inner -> collect(inner, keys));
  }

  @Test
  void whatIsNotInTheLanguageIsNotInTheSchema() throws Exception {
    JsonNode tool =
        Json.parse("{\"name\":\"x\",\"type\":\"soap\",\"descripton\":1,\"http\":{\"uri\":2}}");

    assertThat(schema().validate(tool)).hasSizeGreaterThanOrEqualTo(3);
  }

  /** The parser names all keys it knows where somebody wrote one that resembles none. */
  @ParameterizedTest
  @ValueSource(strings = {"http", "feign", "static"})
  void theEditorOffersTheKeysThatTheParserKnows(String type) throws Exception {
    ObjectNode tool = Json.object().put("name", "x").put("type", type).put("qqqqqqqqqqqqqqq", 1);
    tool.putObject(type).put("qqqqqqqqqqqqqqq", 1);
    String problems = "";
    try (Upstream upstream = upstream()) {
      parser(upstream).parse("x", tool);
    } catch (BadConfigException e) {
      problems = e.getMessage();
    }

    assertThat(known(problems, "/" + type + "/qqqqqqqqqqqqqqq"))
        .containsExactlyInAnyOrderElementsOf(
            keys(SCHEMA.at("/properties/" + type + "/properties")));
    List<String> common = new ArrayList<>(keys(SCHEMA.get("properties")));
    common.removeAll(List.of("http", "feign", "static"));
    common.add(type);
    if (type.equals("static")) {
      common.removeAll(OF_SERVICES);
    }
    assertThat(known(problems, "/qqqqqqqqqqqqqqq")).containsExactlyInAnyOrderElementsOf(common);
  }

  private static List<String> known(String problems, String pointer) {
    String start = pointer + ": is not a known key; known are [";
    assertThat(problems).contains(start);
    int at = problems.indexOf(start) + start.length();
    return List.of(problems.substring(at, problems.indexOf(']', at)).split(", "));
  }

  private static List<String> keys(JsonNode object) {
    List<String> keys = new ArrayList<>();
    object.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  private static Schema schema() {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(SCHEMA);
  }

  private static ToolParser parser(Upstream upstream) {
    return Parsers.of(upstream, key -> Optional.empty()).tools();
  }

  private static Upstream upstream() {
    return new Upstream(Loopback.open(new UpstreamSettings("test", 1_000, 1)));
  }

  private static JsonNode read() {
    try {
      return Json.parse(Files.readString(Path.of("src/main/resources/schema/tool.json")));
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
