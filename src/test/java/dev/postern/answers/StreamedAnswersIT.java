package dev.postern.answers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.testing.mcp.EventStream;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.mcp.StatelessRequests;
import dev.postern.testing.server.RunningPostern;
import dev.postern.testing.service.RecordingService;
import dev.postern.testing.service.StreamedAnswer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a service tells while it works reaches the client while it works. */
class StreamedAnswersIT {
  private static final RunningPostern POSTERN = RunningPostern.shared();
  private static final RecordingService SERVICE = RecordingService.start();
  private static final Duration SOON = Duration.ofSeconds(5);

  @BeforeAll
  static void registerTools() throws Exception {
    POSTERN.register(
        """
        {"name": "streamed.http", "type": "http", "http": {"url": "%s"}}\
        """
            .formatted(SERVICE.url("/work")));
    POSTERN.register(
        """
        {"name": "streamed.feign", "type": "feign", "feign": {"baseUrl": "%s", "path": "/work"}}\
        """
            .formatted(SERVICE.url()));
  }

  @AfterAll
  static void stopService() {
    SERVICE.close();
  }

  @BeforeEach
  void forget() {
    SERVICE.forget();
  }

  private static String params(String tool) {
    return "{\"name\": \"%s\", \"arguments\": {}, \"_meta\": {\"progressToken\": \"p-1\"}}"
        .formatted(tool);
  }

  @ParameterizedTest
  @ValueSource(strings = {"streamed.http", "streamed.feign"})
  void aSessionHearsOfProgressAndLogsBeforeTheServiceHasFinished(String tool) throws Exception {
    StreamedAnswer answer = StreamedAnswer.events();
    SERVICE.answer(answer);
    answer.event("progress", "{\"progress\": 1, \"total\": 2, \"message\": \"half\"}");
    answer.event("log", "{\"level\": \"warning\", \"logger\": \"shop\", \"data\": {\"n\": 1.10}}");
    try (EventStream events = POSTERN.connected().start("tools/call", params(tool))) {
      JsonNode progress = events.await(0, "notifications/progress", SOON).json();
      assertThat(progress.get("params").toString())
          .isEqualTo("{\"progressToken\":\"p-1\",\"progress\":1,\"total\":2,\"message\":\"half\"}");
      JsonNode log = events.await(0, "notifications/message", SOON).json();
      assertThat(log.at("/params/data/n").asText()).isEqualTo("1.1");
      assertThat(log.at("/params/logger").asText()).isEqualTo("shop");
      answer.event("result", "{\"done\": true}").end();
      JsonNode result = events.await(event -> event.json().has("result"), SOON).json();
      assertThat(result.at("/result/structuredContent/done").asBoolean()).isTrue();
      events.awaitEnd(SOON);
    }
  }

  @Test
  void aRequestWithoutSessionHearsOfThemToo() throws Exception {
    StreamedAnswer answer = StreamedAnswer.lines();
    SERVICE.answer(answer);
    StatelessRequests.Ask call = call().meta("progressToken", "\"p-2\"");
    answer.line("{\"progress\": 0.5}").line("{\"log\": {\"level\": \"error\", \"data\": \"x\"}}");
    answer.line("{\"progress\": 0.75}");
    try (EventStream events = call.meta("logLevel", "\"info\"").open()) {
      JsonNode second = events.await(2, "notifications/progress", SOON).json();
      assertThat(second.at("/params/progress").asDouble()).isEqualTo(0.75);
      assertThat(events.events().get(1).method()).isEqualTo("notifications/message");
      answer.line("{\"result\": [1, 2]}").end();
      JsonNode result = events.await(event -> event.json().has("result"), SOON).json();
      assertThat(result.at("/result/content/0/text").asText()).isEqualTo("[1,2]");
      assertThat(result.at("/result/resultType").asText()).isEqualTo("complete");
    }
  }

  @Test
  void withoutLevelAndTokenNothingPrecedesTheResult() throws Exception {
    SERVICE.answer(
        StreamedAnswer.lines()
            .line("{\"progress\": 1}")
            .line("{\"level\": \"emergency\", \"data\": \"x\"}")
            .line("{\"result\": {}}")
            .end());
    var response = call().send();
    assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
  }

  /** As a library may write that has a place for a token and none to put there. */
  @ParameterizedTest
  @ValueSource(strings = {"null", "true", "1.5", "{}"})
  void whatIsNoTokenIsNone(String token) throws Exception {
    SERVICE.answer(StreamedAnswer.lines().line("{\"progress\": 1}").line("{\"result\": {}}").end());
    var response = call().meta("progressToken", token).send();
    assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
  }

  @Test
  void aSessionHearsLogsFromTheLevelThatItSet() throws Exception {
    McpClient quiet = POSTERN.connected();
    assertThat(quiet.request("logging/setLevel", "{\"level\":\"error\"}")).isEmpty();
    McpClient curious = POSTERN.connected();
    curious.request("logging/setLevel", "{\"level\":\"debug\"}");
    assertThat(levels(quiet)).containsExactly("error", "alert");
    assertThat(levels(curious)).containsExactly("debug", "info", "warning", "error", "alert");
    assertThat(levels(POSTERN.connected())).containsExactly("info", "warning", "error", "alert");

    for (String level : List.of("\"loud\"", "\"ERROR\"", "3", "null")) {
      JsonNode answer = quiet.answer("logging/setLevel", "{\"level\":" + level + "}");
      assertThat(answer.at("/error/code").asInt()).as(level).isEqualTo(-32602);
    }
    assertThat(levels(quiet)).containsExactly("error", "alert");
  }

  /** Of the log messages that a client hears of a service that sends one of most levels. */
  private static List<String> levels(McpClient client) throws Exception {
    StreamedAnswer answer = StreamedAnswer.lines();
    for (String level : List.of("debug", "info", "warning", "error", "alert")) {
      answer.line("{\"log\": {\"level\": \"" + level + "\", \"data\": 1}}");
    }
    SERVICE.answer(answer.line("{\"result\": {}}").end());
    try (EventStream events = client.start("tools/call", "{\"name\": \"streamed.http\"}")) {
      events.await(event -> event.json().has("result"), SOON);
      return events.events().stream()
          .filter(event -> event.method().equals("notifications/message"))
          .map(event -> event.json().at("/params/level").asText())
          .toList();
    }
  }

  @Test
  void aSessionsCancellationEndsTheServicesCall() throws Exception {
    StreamedAnswer answer = StreamedAnswer.events();
    SERVICE.answer(answer.event("progress", "{\"progress\": 1}"));
    McpClient client = POSTERN.connected();
    try (EventStream events = client.start("tools/call", params("streamed.http"))) {
      events.await(0, "notifications/progress", SOON);
      assertThat(SERVICE.openConnections()).isEqualTo(1);
      client.post(
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":"
              + client.lastId()
              + "}}");
      assertServiceIsLeft();
      events.awaitEnd(SOON);
      assertThat(events.events()).noneMatch(event -> event.json().has("result"));
    }
  }

  @Test
  void closingTheConnectionOfARequestWithoutSessionEndsTheServicesCall() throws Exception {
    for (boolean told : List.of(true, false)) {
      StreamedAnswer answer = StreamedAnswer.events();
      SERVICE.answer(told ? answer.event("progress", "{\"progress\": 1}") : answer);
      EventStream events = call().meta("progressToken", "\"p\"").open();
      if (told) {
        events.await(0, "notifications/progress", SOON);
      }
      assertThat(SERVICE.openConnections()).isEqualTo(1);
      events.close();
      assertServiceIsLeft();
    }
  }

  private static StatelessRequests.Ask call() {
    return new StatelessRequests(POSTERN.uri("/mcp")).call("streamed.http", "{}");
  }

  private static void assertServiceIsLeft() throws InterruptedException {
    long start = System.nanoTime();
    while (SERVICE.openConnections() > 0) {
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
      Thread.sleep(20);
    }
  }
}
