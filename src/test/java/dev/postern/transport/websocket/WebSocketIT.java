package dev.postern.transport.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.Json;
import dev.postern.testing.mcp.SocketClient;
import dev.postern.testing.server.RunningPostern;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.RecordingService;
import java.net.http.HttpRequest;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON-RPC over WebSocket, with a real Tomcat. */
class WebSocketIT {
  private static final RunningPostern POSTERN = RunningPostern.shared();

  /** Never done; it has a connection for each call that still waits. */
  private static final RecordingService ENDLESS = RecordingService.start();

  private static final String ENVELOPE =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

  @BeforeAll
  static void registerTools() throws Exception {
    ENDLESS.answer(Answer.drip(Duration.ofMillis(20)));
    POSTERN.register(
        """
        {"name": "ws.echo", "type": "static", "static": {"text": "Hello"}}
        """);
    POSTERN.register(
        """
        {"name": "ws.slow", "type": "http", "http": {"method": "GET", "url": "%s",
         "timeoutMs": 60000}}
        """
            .formatted(ENDLESS.url("/endless")));
  }

  @AfterAll
  static void endTheService() {
    ENDLESS.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
  void aClientOfAnyRevisionConnectsListsAndCalls(String revision) throws Exception {
    try (SocketClient client = open()) {
      JsonNode greeting = client.connect(revision, "{}");
      assertThat(greeting.get("protocolVersion").textValue()).isEqualTo(revision);
      assertThat(client.answer("tools/list", "{}").at("/result/tools").findValuesAsText("name"))
          .contains("ws.echo");
      JsonNode answer = client.answer("tools/call", "{\"name\":\"ws.echo\",\"arguments\":{}}");
      assertThat(answer.at("/result/content/0/text").textValue()).isEqualTo("Hello");
    }
  }

  @Test
  void aToolMayBeNamedByToolAsWell() throws Exception {
    try (SocketClient client = open()) {
      client.connect("2025-11-25", "{}");
      JsonNode answer = client.answer("tools/call", "{\"tool\":\"ws.echo\",\"arguments\":{}}");
      assertThat(answer.at("/result/content/0/text").textValue()).isEqualTo("Hello");
      answer = client.answer("tools/call", "{\"tool\":\"ws.echo\",\"name\":\"ws.other\"}");
      assertThat(answer.at("/error/message").textValue()).contains("ws.other");
    }
  }

  @Test
  void beforeInitializeOnlyPingIsServed() throws Exception {
    try (SocketClient client = open()) {
      assertThat(client.answer("ping", "{}").get("result")).isEmpty();
      JsonNode error = client.answer("tools/list", "{}").get("error");
      assertThat(error.get("code").intValue()).isEqualTo(-32600);
      assertThat(error.get("message").textValue()).contains("initialize");
    }
  }

  @Test
  void requestsOfTheRevisionWithoutSessionsNeedNone() throws Exception {
    try (SocketClient client = open()) {
      JsonNode found = client.answer("server/discover", "{" + ENVELOPE + "}").get("result");
      assertThat(found.at("/supportedVersions/0").textValue()).isEqualTo("2026-07-28");
      JsonNode result =
          client.answer("tools/call", "{\"tool\":\"ws.echo\"," + ENVELOPE + "}").get("result");
      assertThat(result.get("resultType").textValue()).isEqualTo("complete");
      assertThat(client.answer("ping", "{" + ENVELOPE + "}").at("/error/code").intValue())
          .isEqualTo(-32601);
      String unserved = ENVELOPE.replace("2026-07-28", "2025-11-25");
      assertThat(client.answer("tools/list", "{" + unserved + "}").at("/error/code").intValue())
          .isEqualTo(-32022);
    }
  }

  @Test
  void aSubscriptionTellsOfChangesUntilItIsCancelled() throws Exception {
    try (SocketClient client = open()) {
      int id =
          client.send(
              "subscriptions/listen",
              "{\"notifications\":{\"toolsListChanged\":true}," + ENVELOPE + "}");
      JsonNode first = client.await("notifications/subscriptions/acknowledged");
      String key = "io.modelcontextprotocol~1subscriptionId";
      assertThat(first.at("/params/_meta/" + key).intValue()).isEqualTo(id);
      register("ws.subscribed");
      JsonNode news = client.await("notifications/tools/list_changed");
      assertThat(news.at("/params/_meta/" + key).intValue()).isEqualTo(id);

      client.text(
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":%d}}"
              .formatted(id));
      client.answer("server/discover", "{" + ENVELOPE + "}");
      long before = changes(client);
      register("ws.unsubscribed");
      try (SocketClient witness = open()) {
        witness.connect("2025-11-25", "{}");
        register("ws.witnessed");
        witness.await("notifications/tools/list_changed");
      }
      assertThat(changes(client)).isEqualTo(before);
    }
  }

  private static long changes(SocketClient client) {
    return client.messages().stream()
        .filter(m -> m.path("method").asText().equals("notifications/tools/list_changed"))
        .count();
  }

  @Test
  void aSessionHearsOfChanges() throws Exception {
    try (SocketClient client = open()) {
      client.connect("2025-06-18", "{}");
      register("ws.new");
      client.await("notifications/tools/list_changed");
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
        "`[]` | -32600",
        "`[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]` | -32600"
      })
  void whatIsNoMessageIsAnsweredWithAnErrorAndTheConnectionGoesOn(String text, int code)
      throws Exception {
    try (SocketClient client = open()) {
      client.connect("2025-11-25", "{}");
      client.text(text);
      JsonNode error = client.await(message -> message.has("error"));
      assertThat(error.at("/error/code").intValue()).isEqualTo(code);
      assertThat(client.answer("ping", "{}").has("result")).isTrue();
    }
  }

  @Test
  void batchesAreServedInTheRevisionThatHasThem() throws Exception {
    try (SocketClient client = open()) {
      client.connect("2025-03-26", "{}");
      client.text(
          """
          [{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"tool":"ws.echo"}},
           {"jsonrpc":"2.0","method":"notifications/whatever"},
           {"jsonrpc":"2.0","id":"b","method":"nonsense"}]
          """);
      JsonNode answers = client.await(JsonNode::isArray);
      assertThat(answers.findValuesAsText("id")).containsExactly("a", "b");
      assertThat(answers.at("/0/result/content/0/text").textValue()).isEqualTo("Hello");
      assertThat(answers.at("/1/error/code").intValue()).isEqualTo(-32601);
    }
  }

  @Test
  void aMessageInManyFramesIsOneMessage() throws Exception {
    try (SocketClient client = open()) {
      client.connect("2025-11-25", "{}");
      String text = "Köln 東京 😀 ".repeat(5_000);
      client.inParts(
          Json.text(Json.object().put("jsonrpc", "2.0").put("id", text).put("method", "ping")),
          999);
      JsonNode answer = client.await(message -> message.path("id").isTextual());
      assertThat(answer.get("id").textValue()).isEqualTo(text);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000, 10_000_000})
  void aMessageBeyondTheLimitClosesTheConnection(int frame) throws Exception {
    try (SocketClient client = open()) {
      client.connect("2025-11-25", "{}");
      try {
        client.inParts("x".repeat(RunningPostern.MAX_BODY + 100_000), frame);
      } catch (ExecutionException e) {
        assertThat(e).hasRootCauseInstanceOf(java.io.IOException.class); // closed while it sent
      }
      assertThat(client.awaitClose()).isEqualTo(1009);
    }
  }

  @Test
  void binaryMessagesAreNotTaken() throws Exception {
    try (SocketClient client = open()) {
      client.binary(new byte[] {1, 2, 3});
      assertThat(client.awaitClose()).isEqualTo(1003);
    }
  }

  /** The question goes over the same connection, and its answer comes back over it. */
  @Test
  void aToolAsksItsClient() throws Exception {
    POSTERN.register(
        """
        {"name": "ws.asks", "type": "static", "requires": ["elicitation"],
         "static": {
           "input": {"who": {"method": "elicitation/create", "params": {"message": "Who?",
             "requestedSchema": {"type": "object",
                                 "properties": {"name": {"type": "string"}}}}}},
           "text": "Hello {{input.responses.who.content.name}}"}}
        """);
    try (SocketClient client = open()) {
      client.connect("2025-11-25", "{\"elicitation\":{}}");
      int id = client.send("tools/call", "{\"name\":\"ws.asks\"}");
      JsonNode question = client.await("elicitation/create");
      assertThat(question.at("/params/message").textValue()).isEqualTo("Who?");
      client.text(
          """
          {"jsonrpc":"2.0","id":%s,"result":{"action":"accept","content":{"name":"Ada"}}}
          """
              .formatted(question.get("id")));
      assertThat(client.awaitAnswer(id).at("/result/content/0/text").textValue())
          .isEqualTo("Hello Ada");
    }
  }

  @Test
  void callsRunSideBySideAndCanBeCancelled() throws Exception {
    try (SocketClient client = open()) {
      client.connect("2025-11-25", "{}");
      int id = client.send("tools/call", "{\"name\":\"ws.slow\"}");
      awaitCallsAtTheService(1);
      assertThat(client.answer("ping", "{}").has("result")).isTrue();
      client.text(
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":%d}}"
              .formatted(id));
      awaitCallsAtTheService(0);
      client.answer("ping", "{}");
      assertThat(client.messages()).noneMatch(message -> message.path("id").asInt() == id);
    }
  }

  @Test
  void anIdCannotBeUsedTwiceAtOnce() throws Exception {
    try (SocketClient client = open()) {
      client.connect("2025-11-25", "{}");
      int id = client.send("tools/call", "{\"name\":\"ws.slow\"}");
      awaitCallsAtTheService(1);
      client.text("{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"ping\"}".formatted(id));
      assertThat(client.awaitAnswer(id).at("/error/code").intValue()).isEqualTo(-32600);
    }
    awaitCallsAtTheService(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{" + ENVELOPE + "}"})
  void whoGoesCancelsWhatRuns(String params) throws Exception {
    SocketClient client = open();
    client.connect("2025-11-25", "{}");
    client.send(
        "tools/call", params.replaceFirst("}$", ",\"name\":\"ws.slow\"}").replace("{,", "{"));
    awaitCallsAtTheService(1);
    client.close();
    awaitCallsAtTheService(0);
  }

  @Test
  void pingsKeepAnIdleConnectionAlive() throws Exception {
    try (SocketClient client = open()) {
      client.connect("2025-11-25", "{}");
      long end = System.nanoTime() + RunningPostern.KEEP_ALIVE.multipliedBy(20).toNanos();
      while (client.pings() < 6 && System.nanoTime() < end) {
        Thread.sleep(20);
      }
      assertThat(client.pings()).isGreaterThanOrEqualTo(6); // more than may stay unanswered
      assertThat(client.answer("ping", "{}").has("result")).isTrue();
    }
  }

  @Test
  void theSubprotocolIsTakenWhereItIsOffered() throws Exception {
    try (SocketClient client = open("Sec-WebSocket-Protocol", "mcp")) {
      assertThat(client.subprotocol()).isEqualTo("mcp");
    }
    try (SocketClient client = open()) {
      assertThat(client.subprotocol()).isEmpty();
    }
  }

  @Test
  void foreignPagesAndNamesAreRefusedInTheHandshake() {
    assertThat(refusal("Origin", "http://evil.example")).isEqualTo(403);
    assertThat(refusal("Host", "evil.example")).isEqualTo(403);
    assertThat(refusal("X-Forwarded-For", "192.0.2.7")).isEqualTo(403);
  }

  @Test
  void aPageOfThisMachineMayConnect() throws Exception {
    try (SocketClient client = open("Origin", "http://localhost:6274")) {
      assertThat(client.answer("ping", "{}").has("result")).isTrue();
    }
  }

  @Test
  void whoAsksWithoutUpgradeIsTold() throws Exception {
    var response = POSTERN.send(HttpRequest.newBuilder(POSTERN.uri("/mcp/ws")).build());
    assertThat(response.statusCode()).isEqualTo(426);
    assertThat(response.headers().firstValue("Upgrade")).contains("websocket");
  }

  private static int refusal(String header, String value) {
    ExecutionException refused =
        catchThrowableOfType(ExecutionException.class, () -> open(header, value));
    return ((WebSocketHandshakeException) refused.getCause()).getResponse().statusCode();
  }

  private static SocketClient open(String... headers) throws Exception {
    return SocketClient.open(POSTERN.uri("/mcp/ws"), headers);
  }

  private static void register(String tool) throws Exception {
    POSTERN.register("{\"name\":\"" + tool + "\",\"type\":\"static\",\"static\":{\"text\":\"x\"}}");
  }

  private static void awaitCallsAtTheService(int calls) throws Exception {
    long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (ENDLESS.openConnections() != calls && System.nanoTime() < end) {
      Thread.sleep(20);
    }
    assertThat(ENDLESS.openConnections()).isEqualTo(calls);
  }
}
