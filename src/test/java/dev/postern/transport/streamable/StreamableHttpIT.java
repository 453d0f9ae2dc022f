package dev.postern.transport.streamable;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.Json;
import dev.postern.testing.mcp.EventStream;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.server.RunningPostern;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The statuses and headers of protocol revision 2025-11-25, over a real Tomcat. */
class StreamableHttpIT {
  private static final RunningPostern POSTERN = RunningPostern.shared();
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"%s\","
          + "\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}";

  private McpClient client;

  @BeforeEach
  void makeAClientThatHasNotConnected() {
    client = POSTERN.client();
  }

  @Test
  void initializeOpensASessionAndSaysWhatIsServed() throws Exception {
    HttpResponse<String> response = client.post(INITIALIZE.formatted("2025-11-25"));

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
    assertThat(response.headers().firstValue("MCP-Session-Id").orElseThrow()).matches("[!-~]+");
    JsonNode result = Json.parse(response.body()).get("result");
    assertThat(result.get("protocolVersion").textValue()).isEqualTo("2025-11-25");
    assertThat(result.at("/capabilities/tools/listChanged").booleanValue()).isTrue();
    assertThat(result.at("/serverInfo/name").textValue()).isEqualTo("postern");
    assertThat(result.at("/serverInfo/version").textValue()).matches("\\d+\\.\\d+\\.\\d+.*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-07-28", "1999-01-01", "nonsense"})
  void anUnknownRevisionIsAnsweredWithOursNotWithAnError(String revision) throws Exception {
    HttpResponse<String> response = client.post(INITIALIZE.formatted(revision));
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(Json.parse(response.body()).at("/result/protocolVersion").textValue())
        .isEqualTo("2025-11-25");
  }

  @Test
  void initializeIgnoresTheVersionHeader() throws Exception {
    client.header("MCP-Protocol-Version", "1999-01-01");
    assertThat(client.post(INITIALIZE.formatted("2025-11-25")).statusCode()).isEqualTo(200);
  }

  @Test
  void initializeInsideASessionIsRefused() throws Exception {
    client.connect();
    assertError(client.post(INITIALIZE.formatted("2025-11-25")), 400, -32600);
    client.header("Mcp-Session-Id", "unknown");
    assertError(client.post(INITIALIZE.formatted("2025-11-25")), 404, -32001);
  }

  @Test
  void initializeWithoutARevisionIsAProtocolErrorInBand() throws Exception {
    assertError(
        client.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}"),
        200,
        -32602);
  }

  @Test
  void aNotificationIsAcceptedWithoutBodyAndType() throws Exception {
    client.connect();
    HttpResponse<String> response =
        client.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/whatever\"}");
    assertThat(response.statusCode()).isEqualTo(202);
    assertThat(response.body()).isEmpty();
    assertThat(response.headers().firstValue("Content-Type")).isEmpty();
  }

  @Test
  void aReplyToNobodysQuestionIsAccepted() throws Exception {
    client.connect();
    assertThat(client.post("{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{}}").statusCode())
        .isEqualTo(202);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "\"1\"", "\"é😀\"", "123456789012345678901234567890"})
  void theIdComesBackExactlyAsItWent(String id) throws Exception {
    client.connect();
    HttpResponse<String> response =
        client.post("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"ping\"}");
    assertThat(response.body()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`{\"jsonrpc\":` | -32700",
        "`` | -32700",
        "`{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"ping\"}` | -32700",
        "`[]` | -32600",
        "`[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]` | -32600",
        "`{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}` | -32600",
        "`{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[1]}` | -32600",
        "`{\"id\":1,\"method\":\"ping\"}` | -32600",
        "`\"ping\"` | -32600"
      })
  void whatIsNoMessageIsRefusedWithout(String body, int code) throws Exception {
    client.connect();
    HttpResponse<String> response = client.post(body);
    assertError(response, 400, code);
    assertThat(Json.parse(response.body()).has("id")).isFalse();
  }

  @Test
  void nestingBeyondTheLimitIsRefused() throws Exception {
    client.connect();
    String deep = "{\"a\":".repeat(5_000) + "1" + "}".repeat(5_000);
    HttpResponse<String> response =
        client.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":" + deep + "}");
    assertError(response, 400, -32700);
    assertThat(response.body()).contains("200");
  }

  @Test
  void aBodyBeyondTheLimitIsRefused() throws Exception {
    client.connect();
    String large = "x".repeat(RunningPostern.MAX_BODY);
    HttpResponse<String> declared = client.post("{\"a\":\"" + large + "\"}");
    assertError(declared, 413, -32600);
    assertThat(declared.body()).contains("postern.mcp.maxBody");
    HttpResponse<String> chunked =
        client.send(
            client
                .builder()
                .POST(
                    BodyPublishers.fromPublisher(
                        BodyPublishers.ofString("{\"a\":\"" + large + "\"}")))
                .build());
    assertError(chunked, 413, -32600);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"text/plain", "application/xml", "application/jsonp", "multipart/form-data"})
  void anotherContentTypeIsRefused(String type) throws Exception {
    client.connect();
    client.header("Content-Type", type);
    assertError(client.post(PING), 415, -32600);
  }

  @Test
  void aCharsetBesideTheContentTypeDoesNotMatter() throws Exception {
    client.connect();
    client.header("Content-Type", "Application/JSON; charset=utf-8");
    assertThat(client.post(PING).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "*/*",
        "application/*;q=0.5",
        "application/json, text/event-stream"
      })
  void whoTakesJsonGetsJson(String accept) throws Exception {
    client.connect();
    client.header("Accept", accept);
    HttpResponse<String> response = client.post(PING);
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
  }

  @Test
  void whoTakesOnlyEventsGetsAnEvent() throws Exception {
    client.connect();
    client.header("Accept", "text/event-stream");
    HttpResponse<String> response = client.post(PING);
    assertThat(response.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("text/event-stream");
    assertThat(McpClient.message(response).get("result")).isEmpty();
  }

  @Test
  void whoTakesNeitherIsTold() throws Exception {
    client.connect();
    client.header("Accept", "text/html");
    assertError(client.post(PING), 406, -32600);
  }

  @Test
  void withoutASessionOnlyInitializeIsServed() throws Exception {
    assertError(client.post(PING), 400, -32600);
    assertError(
        client.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"), 400, -32600);
    assertThat(client.delete().statusCode()).isEqualTo(400);
  }

  @Test
  void anUnknownSessionIsNotFoundWhateverTheMethod() throws Exception {
    client.header("Mcp-Session-Id", "c29tZWJvZHkgZWxzZSdzIGlkIG9mIHNvbWUgc29ydA");
    assertError(client.post(PING), 404, -32001);
    assertThat(client.delete().statusCode()).isEqualTo(404);
    assertThat(client.send(client.builder().GET().build()).statusCode()).isEqualTo(404);
  }

  @Test
  void deleteEndsTheSessionAndItsStreams() throws Exception {
    client.connect();
    try (EventStream stream = client.listen()) {
      HttpResponse<String> response = client.delete();
      assertThat(response.statusCode()).isEqualTo(204);
      assertThat(response.body()).isEmpty();
      stream.awaitEnd(Duration.ofSeconds(5));
    }
    assertError(client.post(PING), 404, -32001);
    assertThat(client.delete().statusCode()).isEqualTo(404);
  }

  @Test
  void anUnsupportedVersionHeaderIsRefusedAndAKnownOneServed() throws Exception {
    client.connect();
    client.header("MCP-Protocol-Version", "1999-01-01");
    assertError(client.post(PING), 400, -32600);
    client.header("MCP-Protocol-Version", "2025-03-26");
    assertThat(client.post(PING).statusCode()).isEqualTo(200);
    client.header("MCP-Protocol-Version", null);
    assertThat(client.post(PING).statusCode()).isEqualTo(200);
  }

  @Test
  void anUnknownMethodIsAnErrorInBand() throws Exception {
    client.connect();
    HttpResponse<String> response =
        client.post("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/invent\"}");
    assertError(response, 200, -32601);
    assertThat(Json.parse(response.body()).get("id").intValue()).isEqualTo(7);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "PATCH", "HEAD"})
  void otherHttpMethodsAreNotAllowed(String method) throws Exception {
    HttpResponse<String> response =
        client.send(client.builder().method(method, BodyPublishers.ofString("{}")).build());
    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(response.headers().firstValue("Allow")).contains("GET, POST, DELETE, OPTIONS");
  }

  @Test
  void optionsSaysWhatIsAllowed() throws Exception {
    HttpResponse<String> response =
        client.send(client.builder().method("OPTIONS", BodyPublishers.noBody()).build());
    assertThat(response.statusCode()).isEqualTo(204);
    assertThat(response.headers().firstValue("Allow")).contains("GET, POST, DELETE, OPTIONS");
  }

  @Test
  void aGetThatCannotBeAStreamIsNotAllowed() throws Exception {
    client.header("Accept", "text/event-stream").header("MCP-Protocol-Version", "2025-06-18");
    assertThat(client.send(client.builder().GET().build()).statusCode()).isEqualTo(405);
    client.header("MCP-Protocol-Version", null).header("Accept", "*/*");
    assertThat(client.send(client.builder().GET().build()).statusCode()).isEqualTo(405);
    client.connect();
    client.header("Accept", "application/json");
    assertThat(client.send(client.builder().GET().build()).statusCode()).isEqualTo(405);
  }

  @Test
  void aStreamOpensAtOnceAndIsKeptAlive() throws Exception {
    client.connect();
    try (EventStream stream = client.listen()) {
      long end = System.nanoTime() + RunningPostern.KEEP_ALIVE.multipliedBy(10).toNanos();
      while (stream.comments() < 2 && System.nanoTime() < end) {
        Thread.onSpinWait();
      }
      assertThat(stream.comments()).isGreaterThanOrEqualTo(2);
    }
  }

  @Test
  void aTrailingSlashDoesNotMatter() throws Exception {
    McpClient slashed = new McpClient(POSTERN.uri("/mcp/"));
    slashed.connect();
    assertThat(slashed.post(PING).statusCode()).isEqualTo(200);
  }

  @Test
  void foreignPagesAndNamesAreRefusedOnEveryMethod() throws Exception {
    client.connect();
    client.header("Origin", "http://evil.example");
    for (String method : new String[] {"GET", "POST", "DELETE", "OPTIONS"}) {
      HttpResponse<String> response =
          client.send(client.builder().method(method, BodyPublishers.ofString(PING)).build());
      assertThat(response.statusCode()).as(method).isEqualTo(403);
      assertThat(response.body()).contains("postern.origins");
    }
    client.header("Origin", "http://localhost:6274");
    assertThat(client.post(PING).statusCode()).isEqualTo(200);
    client.header("Origin", null);
    client.header("Host", "evil.example");
    for (String method : new String[] {"GET", "POST", "DELETE", "OPTIONS"}) {
      HttpResponse<String> response =
          client.send(client.builder().method(method, BodyPublishers.ofString(PING)).build());
      assertThat(response.statusCode()).as(method).isEqualTo(403);
      assertThat(response.body()).contains("postern.hosts");
    }
  }

  @Test
  void whatAProxyPassesOnIsRefusedUntilAccessIsOpened() throws Exception {
    client.connect();
    client.header("X-Forwarded-For", "192.0.2.7");
    HttpResponse<String> response = client.post(PING);
    assertThat(response.statusCode()).isEqualTo(403);
    assertThat(response.body()).contains("postern.access=open");
  }

  @Test
  void headersAreFoundInAnyCase() throws Exception {
    client.connect();
    String id = client.session();
    client.header("Mcp-Session-Id", null);
    client.header("mcp-session-id".toUpperCase(Locale.ROOT), id);
    assertThat(client.post(PING).statusCode()).isEqualTo(200);
  }

  private static void assertError(HttpResponse<String> response, int status, int code)
      throws Exception {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
    JsonNode error = Json.parse(response.body()).get("error");
    assertThat(error.get("code").intValue()).isEqualTo(code);
    assertThat(error.get("message").textValue()).isNotBlank();
  }
}
