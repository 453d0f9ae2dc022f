package dev.postern.answers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.postern.message.Json;
import dev.postern.testing.mcp.EventStream;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.server.RunningPostern;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.RecordingService;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Answers that are too long for one result, one request or one moment, as a client gets them. */
class LongAnswersIT {
  private static final RunningPostern POSTERN = RunningPostern.shared();
  private static final RecordingService SERVICE = RecordingService.start();
  private static final Duration SOON = Duration.ofSeconds(5);

  @AfterAll
  static void stopService() throws Exception {
    for (String tool : new String[] {"long.list", "long.pages", "long.job"}) {
      POSTERN.admin("DELETE", "/admin/tools/" + tool, null);
    }
    SERVICE.close();
  }

  @BeforeEach
  void forget() {
    SERVICE.forget();
  }

  private static boolean listed(McpClient client, String name) throws Exception {
    for (JsonNode tool : client.tools()) {
      if (tool.path("name").asText().equals(name)) {
        return true;
      }
    }
    return false;
  }

  @Test
  void theRestOfAResultIsGotByATool() throws Exception {
    McpClient client = POSTERN.connected();
    assertThat(listed(client, "postern.more")).isFalse();
    POSTERN.register(
        """
        {"name": "long.list", "type": "http", "http": {"url": "%s"}, "limits": {"resultBytes": 300}}\
        """
            .formatted(SERVICE.url("/list")));
    assertThat(listed(client, "postern.more")).isTrue();
    assertThat(POSTERN.admin("GET", "/admin/tools/postern.more", null).statusCode()).isEqualTo(404);
    ArrayNode numbers = Json.NODES.arrayNode();
    for (int i = 0; i < 200; i++) {
      numbers.add(i);
    }
    SERVICE.answer(Answer.json(numbers.toString()));

    JsonNode result = client.call("long.list", "{}");
    ArrayNode all = (ArrayNode) Json.parse(result.at("/content/0/text").asText());
    while (result.at("/_meta/dev.postern~1more").has("handle")) {
      String handle = result.at("/_meta/dev.postern~1more/handle").asText();
      result = client.call("postern.more", Json.object().put("handle", handle).toString());
      all.addAll((ArrayNode) result.at("/structuredContent/parts/0/elements"));
    }
    assertThat(all).isEqualTo(numbers);
    POSTERN.admin("DELETE", "/admin/tools/long.list", null);
    assertThat(listed(client, "postern.more")).isFalse();
  }

  @Test
  void aClientHearsOfEveryPage() throws Exception {
    POSTERN.register(
        """
        {"name": "long.pages", "type": "feign", "feign": {"baseUrl": "%s", "path": "/pages"},
         "pagination": {"style": "link"}}\
        """
            .formatted(SERVICE.url()));
    SERVICE.answerBy(
        request ->
            Answer.of(
                200,
                "[1,2]".getBytes(StandardCharsets.UTF_8),
                "Content-Type: application/json",
                request.query() == null ? "Link: <?page=2>; rel=\"next\"" : "X-Last: yes"));
    String params =
        "{\"name\": \"long.pages\", \"arguments\": {}, \"_meta\": {\"progressToken\": \"p\"}}";
    try (EventStream events = POSTERN.connected().start("tools/call", params)) {
      JsonNode first = events.await(0, "notifications/progress", SOON).json();
      assertThat(first.at("/params/progress").asInt()).isEqualTo(2);
      JsonNode result = events.await(event -> event.json().has("result"), SOON).json();
      assertThat(result.at("/result/content/0/text").asText()).isEqualTo("[1,2,1,2]");
    }
  }

  @Test
  void aCancelledCallAsksNoMore() throws Exception {
    POSTERN.register(
        """
        {"name": "long.job", "type": "http", "http": {"method": "POST", "url": "%s"},
         "asyncJob": {"intervalMs": 100}}\
        """
            .formatted(SERVICE.url("/job")));
    SERVICE.answer(Answer.empty(202, "Location: /state"));
    McpClient client = POSTERN.connected();
    String params =
        "{\"name\": \"long.job\", \"arguments\": {}, \"_meta\": {\"progressToken\": \"p\"}}";
    try (EventStream events = client.start("tools/call", params)) {
      events.await(0, "notifications/progress", SOON);
      client.post(
          """
          {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": %d}}\
          """
              .formatted(client.lastId()));
      events.awaitEnd(SOON);
    }
    Thread.sleep(300); // what was on its way is there
    int asked = SERVICE.requests().size();
    Thread.sleep(1_000);
    assertThat(SERVICE.requests()).hasSize(asked);
  }
}
