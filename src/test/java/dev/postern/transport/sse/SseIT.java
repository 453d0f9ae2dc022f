package dev.postern.transport.sse;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.Json;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.mcp.SseClient;
import dev.postern.testing.server.RunningPostern;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.RecordingService;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP+SSE of revision 2024-11-05, over a real Tomcat. */
class SseIT {
  private static final RunningPostern POSTERN = RunningPostern.shared();
  private static final RecordingService SERVICE = RecordingService.start();
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}";

  /** Never done; it has a connection for each call that still waits. */
  private static final RecordingService ENDLESS = RecordingService.start();

  @BeforeAll
  static void registerTools() throws Exception {
    SERVICE.answer(Answer.json("{\"celsius\":21}"));
    ENDLESS.answer(Answer.drip(Duration.ofMillis(20)));
    POSTERN.register(
        """
        {"name": "sse.weather", "title": "Weather", "type": "http",
         "annotations": {"readOnlyHint": true},
         "outputSchema": {"type": "object"},
         "http": {"method": "GET", "url": "%s"}}
        """
            .formatted(SERVICE.url("/weather")));
    POSTERN.register(
        """
        {"name": "sse.slow", "type": "http", "http": {"method": "GET", "url": "%s",
         "timeoutMs": 60000}}
        """
            .formatted(ENDLESS.url("/endless")));
  }

  @AfterAll
  static void endTheService() {
    SERVICE.close();
    ENDLESS.close();
  }

  @Test
  void theFirstEventNamesThePathToPostTo() throws Exception {
    try (SseClient client = open()) {
      String data = client.stream().events().get(0).data();
      assertThat(data).matches("/postern/mcp/message\\?sessionId=[A-Za-z0-9_-]{22,}");
    }
  }

  @Test
  void aPostIsAcceptedAndItsAnswerComesOnTheStream() throws Exception {
    try (SseClient client = open()) {
      HttpResponse<String> response = client.post(PING);
      assertThat(response.statusCode()).isEqualTo(202);
      assertThat(response.body()).isEqualTo("Accepted");
      assertThat(Json.text(client.awaitAnswer(9)))
          .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}");
    }
  }

  @Test
  void aClientConnectsListsAndCalls() throws Exception {
    try (SseClient client = open()) {
      JsonNode greeting = client.connect("2024-11-05", "{}");
      assertThat(greeting.get("protocolVersion").textValue()).isEqualTo("2024-11-05");
      assertThat(greeting.at("/capabilities/tools/listChanged").booleanValue()).isTrue();
      assertThat(greeting.get("capabilities").has("completions")).isFalse();
      JsonNode tool = tool(client, "sse.weather");
      assertThat(tool.has("inputSchema")).isTrue();
      assertThat(tool.has("annotations")).isFalse();
      assertThat(tool.has("title")).isFalse();
      assertThat(tool.has("outputSchema")).isFalse();
      JsonNode result = client.answer("tools/call", "{\"name\":\"sse.weather\"}").get("result");
      assertThat(result.at("/content/0/text").textValue()).contains("21");
      assertThat(result.has("structuredContent")).isFalse();
    }
  }

  /** The SDKs' clients offer the newest revision here as well. */
  @Test
  void resultsAreShapedForTheRevisionThatWasNegotiated() throws Exception {
    try (SseClient client = open()) {
      assertThat(client.connect("2025-11-25", "{}").get("protocolVersion").textValue())
          .isEqualTo("2025-11-25");
      assertThat(tool(client, "sse.weather").get("title").textValue()).isEqualTo("Weather");
      JsonNode result = client.answer("tools/call", "{\"name\":\"sse.weather\"}").get("result");
      assertThat(result.at("/structuredContent/celsius").intValue()).isEqualTo(21);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tools/list", "tools/call", "logging/setLevel", "nonsense"})
  void beforeInitializeOnlyPingIsServed(String method) throws Exception {
    try (SseClient client = open()) {
      JsonNode error = client.answer(method, "{}").get("error");
      assertThat(error.get("code").intValue()).isEqualTo(-32600);
      assertThat(error.get("message").textValue()).contains("initialize");
      assertThat(client.answer("ping", "{}").has("result")).isTrue();
    }
  }

  @Test
  void aStreamIsInitialisedOnce() throws Exception {
    try (SseClient client = open()) {
      client.connect("2024-11-05", "{}");
      JsonNode again = client.answer("initialize", "{\"protocolVersion\":\"2024-11-05\"}");
      assertThat(again.at("/error/code").intValue()).isEqualTo(-32600);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`{\"jsonrpc\":` | -32700",
        "`` | -32700",
        "`{\"id\":1,\"method\":\"ping\"}` | -32600",
        "`{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}` | -32600",
        "`[]` | -32600",
        "`[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]` | -32600",
      })
  void whatIsNoMessageIsRefused(String body, int code) throws Exception {
    try (SseClient client = open()) {
      client.connect("2024-11-05", "{}");
      HttpResponse<String> response = client.post(body);
      assertThat(response.statusCode()).isEqualTo(400);
      assertThat(Json.parse(response.body()).at("/error/code").intValue()).isEqualTo(code);
    }
  }

  @Test
  void batchesAreServedInTheRevisionThatHasThem() throws Exception {
    try (SseClient client = open()) {
      client.connect("2025-03-26", "{}");
      client.post(
          """
          [{"jsonrpc":"2.0","id":"a","method":"ping"},
           {"jsonrpc":"2.0","method":"notifications/whatever"},
           {"jsonrpc":"2.0","id":"b","method":"nonsense"}]
          """);
      JsonNode answers =
          client.stream()
              .await(
                  event -> SseClient.isMessage(event) && event.json().isArray(),
                  Duration.ofSeconds(5))
              .json();
      assertThat(answers.findValuesAsText("id")).containsExactly("a", "b");
      assertThat(answers.at("/1/error/code").intValue()).isEqualTo(-32601);
    }
  }

  @Test
  void otherBodiesThanJsonAndTooLargeOnesAreRefused() throws Exception {
    try (SseClient client = open()) {
      assertThat(client.post(PING, "Content-Type", "text/plain").statusCode()).isEqualTo(415);
      String large = "x".repeat(RunningPostern.MAX_BODY);
      assertThat(client.post("{\"a\":\"" + large + "\"}").statusCode()).isEqualTo(413);
    }
  }

  @Test
  void anUnknownStreamIsNotFoundAndNoneIsABadRequest() throws Exception {
    assertThat(post("/mcp/message?sessionId=unknown").statusCode()).isEqualTo(404);
    assertThat(post("/mcp?sessionId=unknown").statusCode()).isEqualTo(404);
    assertThat(post("/mcp/message").statusCode()).isEqualTo(400);
  }

  @Test
  void changesAndUpdatesOfRowsAreTold() throws Exception {
    try (SseClient client = open()) {
      client.connect("2024-11-05", "{}");
      POSTERN.register("{\"name\":\"sse.new\",\"type\":\"static\",\"static\":{\"text\":\"x\"}}");
      assertThat(client.await("notifications/tools/list_changed").has("id")).isFalse();
      assertThat(tool(client, "sse.new")).isNotNull();
    }
  }

  @Test
  void aStreamIsKeptAlive() throws Exception {
    try (SseClient client = open()) {
      long end = System.nanoTime() + RunningPostern.KEEP_ALIVE.multipliedBy(10).toNanos();
      while (client.stream().comments() < 2 && System.nanoTime() < end) {
        Thread.sleep(20);
      }
      assertThat(client.stream().comments()).isGreaterThanOrEqualTo(2);
    }
  }

  /** The question goes over the same connection, and its answer comes back over it. */
  @Test
  void aToolAsksItsClient() throws Exception {
    POSTERN.register(
        """
        {"name": "sse.asks", "type": "static", "requires": ["elicitation"],
         "static": {
           "input": {"who": {"method": "elicitation/create", "params": {"message": "Who?",
             "requestedSchema": {"type": "object",
                                 "properties": {"name": {"type": "string"}}}}}},
           "text": "Hello {{input.responses.who.content.name}}"}}
        """);
    try (SseClient client = open()) {
      client.connect("2025-11-25", "{\"elicitation\":{}}");
      int id = client.send("tools/call", "{\"name\":\"sse.asks\"}");
      JsonNode question = client.await("elicitation/create");
      assertThat(question.at("/params/message").textValue()).isEqualTo("Who?");
      client.post(
          """
          {"jsonrpc":"2.0","id":%s,"result":{"action":"accept","content":{"name":"Ada"}}}
          """
              .formatted(question.get("id")));
      assertThat(client.awaitAnswer(id).at("/result/content/0/text").textValue())
          .isEqualTo("Hello Ada");
    }
  }

  @Test
  void aCallIsCancelledByNotification() throws Exception {
    try (SseClient client = open()) {
      client.connect("2024-11-05", "{}");
      int id = callSlow(client);
      client.post(
          """
          {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}
          """
              .formatted(id));
      awaitCallsAtTheService(0);
      client.answer("ping", "{}");
      assertThat(client.stream().events())
          .noneMatch(event -> event.data().contains("\"id\":" + id + ","));
    }
  }

  @Test
  void closingTheStreamEndsEverything() throws Exception {
    SseClient client = open();
    client.connect("2024-11-05", "{}");
    callSlow(client);
    client.close();
    awaitCallsAtTheService(0);
    assertThat(client.post(PING).statusCode()).isEqualTo(404);
  }

  /** The row of the decision table for clients that know one address only. */
  @ParameterizedTest
  @ValueSource(strings = {"", "2024-11-05", "2024-10-07"})
  void theOneEndpointOpensAStreamForOldClientsToo(String version) throws Exception {
    McpClient http = new McpClient(POSTERN.uri("/mcp")).header("Accept", "text/event-stream");
    if (!version.isEmpty()) {
      http.header("MCP-Protocol-Version", version);
    }
    try (var stream = http.listen()) {
      String data =
          stream.await(event -> event.name().equals("endpoint"), Duration.ofSeconds(5)).data();
      String id = data.substring(data.indexOf('=') + 1);
      assertThat(post("/mcp?sessionId=" + id).statusCode()).isEqualTo(202);
      stream.await(
          event -> SseClient.isMessage(event) && event.json().path("id").asInt() == 9,
          Duration.ofSeconds(5));
    }
  }

  @Test
  void theTypeOfEventsIsKnownInAnyCase() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(POSTERN.uri("/mcp")).header("Accept", "Text/Event-Stream").build();
    try (InputStream body =
        HttpClient.newHttpClient().send(request, BodyHandlers.ofInputStream()).body()) {
      assertThat(new String(body.readNBytes(15), StandardCharsets.US_ASCII))
          .isEqualTo("event: endpoint");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-03-26", "2025-11-25", "2026-07-28"})
  void newerClientsWithoutASessionDoNotGetAnOldStream(String version) throws Exception {
    McpClient http = new McpClient(POSTERN.uri("/mcp")).header("Accept", "text/event-stream");
    http.header("MCP-Protocol-Version", version);
    assertThat(http.send(http.builder().GET().build()).statusCode()).isEqualTo(405);
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "HEAD", "PUT", "DELETE"})
  void theStreamsAddressTakesGetOnly(String method) throws Exception {
    HttpResponse<String> response =
        POSTERN.send(
            HttpRequest.newBuilder(POSTERN.uri("/sse"))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(PING))
                .build());
    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(response.headers().firstValue("Allow").orElseThrow()).contains("GET");
  }

  @Test
  void foreignPagesAndNamesAreRefusedOnBothAddresses() throws Exception {
    try (SseClient client = open()) {
      for (List<String> header :
          List.of(List.of("Origin", "http://evil.example"), List.of("Host", "evil.example"))) {
        for (URI address : List.of(POSTERN.uri("/sse"), client.endpoint())) {
          for (String method : List.of("GET", "POST", "DELETE")) {
            HttpResponse<String> response =
                POSTERN.send(
                    HttpRequest.newBuilder(address)
                        .header("Content-Type", "application/json")
                        .header(header.get(0), header.get(1))
                        .method(method, BodyPublishers.ofString(PING))
                        .build());
            assertThat(response.statusCode())
                .as(method + " " + address + " " + header)
                .isEqualTo(403);
          }
        }
      }
    }
  }

  private static SseClient open() throws IOException, InterruptedException {
    return SseClient.open(POSTERN.uri("/sse"));
  }

  private static HttpResponse<String> post(String path) throws Exception {
    return POSTERN.send(
        HttpRequest.newBuilder(POSTERN.uri(path))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(PING))
            .build());
  }

  private static JsonNode tool(SseClient client, String name) throws Exception {
    for (JsonNode tool : client.answer("tools/list", "{}").at("/result/tools")) {
      if (tool.get("name").textValue().equals(name)) {
        return tool;
      }
    }
    return null;
  }

  /** Calls the tool that takes long, and waits until its service was reached. */
  private static int callSlow(SseClient client) throws Exception {
    int id = client.send("tools/call", "{\"name\":\"sse.slow\"}");
    awaitCallsAtTheService(1);
    return id;
  }

  private static void awaitCallsAtTheService(int calls) throws Exception {
    long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (ENDLESS.openConnections() != calls && System.nanoTime() < end) {
      Thread.sleep(20);
    }
    assertThat(ENDLESS.openConnections()).isEqualTo(calls);
  }
}
