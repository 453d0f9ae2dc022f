package dev.postern.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Browser;
import dev.postern.admin.page.Chromium;
import dev.postern.admin.page.Console;
import dev.postern.message.Json;
import dev.postern.testing.mcp.EventStream;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.mcp.SocketClient;
import dev.postern.testing.mcp.SseClient;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.RecordingService;
import java.io.File;
import java.net.URI;
import java.net.http.HttpResponse;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The WAR as it was built, in the server that {@code arquillian.launch} names, with a database
 * bound by JNDI. The build runs this class once per server.
 */
@RunAsClient
@Tag("servers")
@EnabledIfSystemProperty(named = "arquillian.launch", matches = ".+")
class AnyServerIT {
  @RegisterExtension
  @Order(1)
  static final ServerUnderTest SERVER = new ServerUnderTest();

  @RegisterExtension
  @Order(2)
  static final ArquillianExtension ARQUILLIAN = new ArquillianExtension();

  /** A change must be live within 1.5 s; the rest is for a busy machine. */
  private static final Duration LIVE = Duration.ofSeconds(5);

  /** Comments go out every 15 s, and some servers notice a broken connection one write later. */
  private static final Duration GONE = Duration.ofSeconds(40);

  private final McpClient client = new McpClient(SERVER.uri("/mcp"));
  private RecordingService service;

  @Deployment(testable = false)
  static WebArchive war() {
    return ShrinkWrap.create(ZipImporter.class, "postern.war")
        .importFrom(new File("target/postern.war"))
        .as(WebArchive.class);
  }

  @BeforeEach
  void startService() {
    service = RecordingService.start();
  }

  @AfterEach
  void takeToolsAway() throws Exception {
    SERVER.database().update("DELETE FROM mcp_tool");
    awaitNoTool(); // or the next test would call this one's service
    service.close();
  }

  private static void awaitNoTool() throws Exception {
    McpClient list = new McpClient(SERVER.uri("/mcp/tools")).header("Accept", null);
    long end = System.nanoTime() + LIVE.toNanos();
    while (!list.send(list.builder().GET().build()).body().equals("{\"tools\":[]}")) {
      assertThat(System.nanoTime()).as("tools outlive their rows").isLessThan(end);
      Thread.sleep(50);
    }
  }

  @Test
  void aClientConnectsAndListsTheRowsOfTheBoundDatabase() throws Exception {
    insert("weather.search", http());
    JsonNode greeting = client.connect();
    assertThat(greeting.path("protocolVersion").asText()).isEqualTo(McpClient.REVISION);
    assertThat(client.session()).isNotEmpty();
    awaitTool("weather.search");
    assertThat(client.tools().findValuesAsText("name")).containsExactly("weather.search");
  }

  @Test
  void anHttpToolCallsItsService() throws Exception {
    service.answer(Answer.json("{\"celsius\":21}"));
    insert("weather.search", http());
    client.connect();
    awaitTool("weather.search");
    JsonNode result = client.call("weather.search", "{\"city\":\"São Paulo\"}");
    assertThat(result.path("isError").asBoolean()).as(result.toString()).isFalse();
    assertThat(result.at("/structuredContent/celsius").asInt()).isEqualTo(21);
    assertThat(service.last().target()).isEqualTo("/weather?q=S%C3%A3o%20Paulo");
  }

  @Test
  void aFeignToolCallsItsService() throws Exception {
    service.answer(Answer.json("{\"name\":\"Ada\"}"));
    insert("user.get", feign());
    client.connect();
    awaitTool("user.get");
    JsonNode result = client.call("user.get", "{\"id\":\"a/b\"}");
    assertThat(result.path("isError").asBoolean()).as(result.toString()).isFalse();
    assertThat(result.at("/structuredContent/name").asText()).isEqualTo("Ada");
    assertThat(service.last().target()).isEqualTo("/users/a%2Fb");
  }

  @Test
  void anOpenStreamTellsThatARowChanged() throws Exception {
    client.connect();
    try (EventStream stream = client.listen()) {
      insert("weather.search", http());
      stream.await(0, "notifications/tools/list_changed", LIVE);
      assertThat(client.tools().findValuesAsText("name")).contains("weather.search");
      int seen = stream.events().size();
      SERVER.database().update("DELETE FROM mcp_tool WHERE name = ?", "weather.search");
      stream.await(seen, "notifications/tools/list_changed", LIVE.multipliedBy(3));
      assertThat(client.tools()).isEmpty();
    }
  }

  @Test
  void anOldClientUsesTheServerOverItsEventStream() throws Exception {
    SseClient old = SseClient.open(SERVER.uri("/sse"));
    assertThat(old.connect("2024-11-05", "{}").path("protocolVersion").asText())
        .isEqualTo("2024-11-05");
    insert("weather.stream", http().replace("weather.search", "weather.stream"));
    old.await("notifications/tools/list_changed");
    JsonNode answer =
        old.answer("tools/call", "{\"name\":\"weather.stream\",\"arguments\":{\"city\":\"Oslo\"}}");
    assertThat(answer.at("/result/content/0/text").asText()).contains("ok");
    old.close();
    long end = System.nanoTime() + GONE.toNanos();
    while (old.post("{\"jsonrpc\":\"2.0\",\"method\":\"x\"}").statusCode() == 202) {
      assertThat(System.nanoTime()).as("nobody noticed that it went").isLessThan(end);
      Thread.sleep(200);
    }
  }

  @Test
  void aClientUsesTheServerOverAWebSocket() throws Exception {
    try (SocketClient socket = SocketClient.open(SERVER.uri("/mcp/ws"))) {
      socket.connect("2025-11-25", "{}");
      insert("weather.socket", http().replace("weather.search", "weather.socket"));
      socket.await("notifications/tools/list_changed");
      JsonNode answer =
          socket.answer(
              "tools/call", "{\"tool\":\"weather.socket\",\"arguments\":{\"city\":\"Oslo\"}}");
      assertThat(answer.at("/result/content/0/text").asText()).contains("ok");
      String large = "\"" + "x".repeat(300_000) + "\"";
      socket.text("{\"jsonrpc\":\"2.0\",\"id\":" + large + ",\"method\":\"ping\"}");
      assertThat(socket.await(message -> message.path("id").isTextual()).has("result")).isTrue();
      socket.binary(new byte[] {1});
      assertThat(socket.awaitClose()).isEqualTo(1003);
    }
    ExecutionException refused =
        catchThrowableOfType(
            ExecutionException.class,
            () -> SocketClient.open(SERVER.uri("/mcp/ws"), "Origin", "http://evil.example"));
    assertThat(((WebSocketHandshakeException) refused.getCause()).getResponse().statusCode())
        .isEqualTo(403);
  }

  @Test
  void theConsoleOpensForItsRoleOnly() throws Exception {
    McpClient console = new McpClient(SERVER.uri("/admin/tools")).header("Accept", null);
    assertThat(console.send(console.builder().GET().build()).statusCode()).isEqualTo(401);
    assertThat(statusAs(console, "admin:wrong")).isEqualTo(401);
    assertThat(statusAs(console, "admin:" + ServerUnderTest.ADMIN_PASSWORD)).isEqualTo(200);
  }

  @Test
  void theLanguageIsServedToEverybodyByItsUrl() throws Exception {
    for (String noun : List.of("tool", "prompt", "resource")) {
      McpClient file =
          new McpClient(SERVER.uri("/schema/" + noun + ".json")).header("Accept", null);
      HttpResponse<String> answer = file.send(file.builder().GET().build());
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Content-Type").orElse(""))
          .startsWith("application/schema+json");
      assertThat(Json.parse(answer.body()).path("$id").asText()).endsWith(noun + ".json");
      String tag = answer.headers().firstValue("ETag").orElseThrow();
      file.header("If-None-Match", tag);
      assertThat(file.send(file.builder().GET().build()).statusCode()).isEqualTo(304);
    }
    McpClient nothing = new McpClient(SERVER.uri("/schema/none.json")).header("Accept", null);
    HttpResponse<String> answer = nothing.send(nothing.builder().GET().build());
    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(Json.parse(answer.body()).at("/error/message").asText()).contains("tool.json");
  }

  @Test
  void theConsoleSavesAToolInABrowser() throws Exception {
    insert("weather.search", http());
    URI address = SERVER.uri("/admin/");
    McpClient first = new McpClient(address).header("Accept", null);
    statusAs(first, "admin:" + ServerUnderTest.ADMIN_PASSWORD); // compiles the page, 10 s on Payara
    Browser.NewContextOptions login =
        Console.options().setHttpCredentials("admin", ServerUnderTest.ADMIN_PASSWORD);
    try (Chromium chromium = Chromium.start(AnyServerIT.class);
        Console console = Console.open(chromium, address, login)) {
      console.openTool("weather.search");
      console.write(http().replace("Current weather", "The weather now"));
      console.save();
      assertThat(console.toast()).hasText("weather.search saved");
      console.picture("console-" + System.getProperty("arquillian.launch"));
      console.assertNothingWentWrong();
    }
    client.connect();
    assertThat(client.tools().findValuesAsText("description"))
        .containsExactly("The weather now of a city");
  }

  @Test
  void aSecretThatTheServerBindsByJndiReachesTheServiceAndNobodyElse() throws Exception {
    service.answer(Answer.json("{\"celsius\":21}"));
    insert(
        "weather.search",
        http()
            .replace(
                "\"query\"",
                "\"headers\": {\"Authorization\": \"Bearer {{secrets.WEATHER_API_TOKEN}}\"},"
                    + " \"query\""));
    client.connect();
    awaitTool("weather.search");
    JsonNode result = client.call("weather.search", "{\"city\":\"Oslo\"}");
    assertThat(result.path("isError").asBoolean()).as(result.toString()).isFalse();
    assertThat(service.last().header("Authorization"))
        .isEqualTo("Bearer " + ServerUnderTest.SECRET);
    assertThat(result.toString()).doesNotContain(ServerUnderTest.SECRET);
    assertThat(client.request("tools/list", "{}").toString())
        .doesNotContain(ServerUnderTest.SECRET);
  }

  private static int statusAs(McpClient console, String login) throws Exception {
    String encoded = Base64.getEncoder().encodeToString(login.getBytes(UTF_8));
    console.header("Authorization", "Basic " + encoded);
    return console.send(console.builder().GET().build()).statusCode();
  }

  private void insert(String name, String json) throws Exception {
    SERVER.database().update("INSERT INTO mcp_tool (name, config_json) VALUES (?, ?)", name, json);
  }

  private void awaitTool(String name) throws Exception {
    long end = System.nanoTime() + LIVE.toNanos();
    while (!client.tools().findValuesAsText("name").contains(name)) {
      assertThat(System.nanoTime()).as(name + " was not live in time").isLessThan(end);
      Thread.sleep(50);
    }
  }

  private String http() {
    return """
    {"name": "weather.search", "description": "Current weather of a city", "type": "http",
     "inputSchema": {"type": "object", "required": ["city"],
                     "properties": {"city": {"type": "string"}}},
     "http": {"method": "GET", "url": "%s", "query": {"q": "{{args.city}}"}}}
    """
        .formatted(service.url("/weather"));
  }

  private String feign() {
    return """
    {"name": "user.get", "description": "One user", "type": "feign",
     "inputSchema": {"type": "object", "required": ["id"],
                     "properties": {"id": {"type": "string"}}},
     "feign": {"baseUrl": "%s", "path": "/users/{id}", "method": "GET"}}
    """
        .formatted(service.url());
  }
}
