package dev.postern.invoker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.BadConfigException;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.catalogue.Problem;
import dev.postern.catalogue.Tool;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.policy.PolicySettings;
import dev.postern.security.Principal;
import dev.postern.security.WantedHeaders;
import dev.postern.testing.service.Loopback;
import dev.postern.testing.service.RecordingService;
import dev.postern.upstream.Upstream;
import dev.postern.upstream.UpstreamSettings;
import dev.postern.wiring.Parsers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** What the cases for every type of tool that calls a service need. */
public abstract class ServiceToolCases {
  protected static final String SECRET = "s3cr3t/value+with=signs&\"quotes\"";
  protected static final int MAX_ANSWER = 100_000;
  private static final Map<String, String> SECRETS =
      Map.of("TOKEN", SECRET, "SHORT", "abc", "LINES", "two\r\nlines", "NUMBER", "1234567890123");

  private static Upstream upstream;
  protected RecordingService service;

  /** Those that there are at the time. */
  protected final Map<String, String> secrets = new ConcurrentHashMap<>(SECRETS);

  private final Parsers parsers =
      Parsers.of(upstream, key -> Optional.ofNullable(secrets.get(key)));

  /** The type's name, and so the key of its block. */
  protected abstract String type();

  @BeforeAll
  static void openUpstream() {
    upstream = new Upstream(Loopback.open(new UpstreamSettings("Postern/test", MAX_ANSWER, 50)));
  }

  @AfterAll
  static void closeUpstream() {
    upstream.close();
  }

  @BeforeEach
  void startService() {
    service = RecordingService.start();
  }

  @AfterEach
  void stopService() {
    service.close();
  }

  /** A block with base URL and path; {@code more} are further members in JSON. */
  protected String block(String path, String more) {
    return "{\"baseUrl\": \"%s\", \"path\": \"%s\"%s}"
        .formatted(service.url(), path, more.isEmpty() ? "" : ", " + more);
  }

  /** All properties take any value; {@code required} is a list in JSON. */
  protected static String schema(String required, String... names) {
    ObjectNode properties = Json.object();
    for (String name : names) {
      properties.putObject(name);
    }
    return "{\"type\": \"object\", \"properties\": %s, \"required\": %s}"
        .formatted(properties, required);
  }

  protected Tool tool(String schema, String block) {
    return tool(schema, block, "\"title\": \"Some tool\"");
  }

  /** With further members of the tool itself. */
  protected Tool tool(String schema, String block, String more) {
    return tool(parsers, schema, block, more);
  }

  /** By parsers that the test keeps: tools of the same ones share what tools share. */
  protected Tool tool(Parsers parsers, String schema, String block, String more) {
    try {
      return parse(parsers, schema, block, more);
    } catch (BadConfigException e) {
      throw new AssertionError(e.problems().toString(), e);
    }
  }

  /** What is wrong with a tool, each as {@code pointer: message}. */
  protected List<String> problems(String schema, String block) {
    return problems(schema, block, "\"title\": \"Some tool\"");
  }

  /** With further members of the tool itself. */
  protected List<String> problems(String schema, String block, String more) {
    try {
      parse(parsers, schema, block, more);
    } catch (BadConfigException e) {
      return e.problems().stream().map(Problem::toString).toList();
    }
    return List.of();
  }

  /** Those of an installation with these settings. */
  protected Parsers parsers(PolicySettings settings) {
    return Parsers.of(
        upstream,
        key -> Optional.ofNullable(secrets.get(key)),
        new LiveCatalogue(),
        new WantedHeaders(),
        settings);
  }

  /** Those of a gateway that has these resources. */
  protected Parsers parsers(LiveCatalogue catalogue) {
    return Parsers.of(
        upstream,
        key -> Optional.ofNullable(secrets.get(key)),
        catalogue,
        new WantedHeaders(),
        PolicySettings.DEFAULTS);
  }

  private Tool parse(Parsers parsers, String schema, String block, String more)
      throws BadConfigException {
    String json =
        "{\"type\": \"%s\", \"inputSchema\": %s, \"%s\": %s, %s}"
            .formatted(type(), schema, type(), block, more);
    return parsers.tools().parse("some.tool", json);
  }

  /** Those that parse the tools of this test. */
  protected Parsers parsers() {
    return parsers;
  }

  protected static CallToolResult call(Tool tool, JsonNode arguments) {
    return call(tool, arguments, Principal.ANONYMOUS);
  }

  protected static CallToolResult call(Tool tool, JsonNode arguments, Principal principal) {
    try {
      return (CallToolResult) tool.binding().call(new Call((ObjectNode) arguments, principal));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  protected static CallToolResult call(Tool tool, String arguments) {
    return call(tool, json(arguments));
  }

  protected static JsonNode json(String text) {
    try {
      return Json.parse(text);
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  protected static String text(CallToolResult result) {
    return result.json().at("/content/0/text").textValue();
  }

  /** The facts of a failure, after a check that the result is one. */
  protected static JsonNode failure(CallToolResult result) {
    assertThat(result.isError()).as(result.json().toString()).isTrue();
    assertThat(result.json().has("structuredContent")).isFalse();
    JsonNode facts = json(text(result));
    assertThat(facts).isEqualTo(result.json().at("/_meta/dev.postern~1error"));
    assertThat(facts.path("error").asText()).matches("[a-z_]+");
    assertThat(facts.path("message").asText()).endsWith(".");
    assertThat(facts.path("advice").asText()).endsWith(".");
    assertThat(facts.path("retryable").isBoolean()).isTrue();
    assertThat(result.json().toString()).doesNotContain("Exception", "\tat ", "org.apache");
    return facts;
  }
}
