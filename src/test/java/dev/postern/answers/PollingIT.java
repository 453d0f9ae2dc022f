package dev.postern.answers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.Json;
import dev.postern.testing.mcp.EventStream;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.server.RunningPostern;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.RecordingService;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The server hangs up during a long call, and the client comes back for the result. */
class PollingIT {
  private static final RunningPostern POSTERN = RunningPostern.shared();
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final String CALL =
      "{\"jsonrpc\":\"2.0\",\"id\":\"c\",\"method\":\"tools/call\",\"params\":{\"name\":\"%s\"}}";

  private static void register(String name, int closeAfterMs, String more) throws Exception {
    POSTERN.register(
        "{\"name\": \"%s\", \"stream\": {\"closeAfterMs\": %d, \"retryMs\": 300}, %s}"
            .formatted(name, closeAfterMs, more));
  }

  @Test
  void theResultIsFetchedByTheIdOfThePrimingEvent() throws Exception {
    register("polled.now", 0, "\"type\": \"static\", \"static\": {\"text\": \"here\"}");
    McpClient client = POSTERN.connected();
    HttpResponse<String> first = client.post(CALL.formatted("polled.now"));
    assertThat(first.headers().firstValue("Content-Type")).contains("text/event-stream");
    assertThat(first.body()).matches("id: \\S+\nretry: 300\ndata: \n\n");
    assertFetched(client, first.body(), "here");
  }

  @Test
  void aLongCallGoesOnWithoutItsClient() throws Exception {
    try (RecordingService service = RecordingService.start()) {
      service.answer(Answer.json("\"late\"").after(Duration.ofSeconds(4)));
      register(
          "polled.later",
          200,
          "\"type\": \"http\", \"http\": {\"url\": \"%s\"}".formatted(service.url()));
      McpClient client = POSTERN.connected();
      long start = System.nanoTime();
      HttpResponse<String> first = client.post(CALL.formatted("polled.later"));
      assertThat(first.body()).doesNotContain("result");
      // On the same connection: it takes further requests although the call is not over.
      client.resume(id(first.body())).close();
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
      assertFetched(client, first.body(), "\"late\"");
      service.answer(Answer.json("\"quick\""));
      HttpResponse<String> quick = client.post(CALL.formatted("polled.later"));
      assertThat(quick.headers().firstValue("Content-Type")).contains("application/json");
    }
  }

  @Test
  void olderRevisionsKeepTheirConnection() throws Exception {
    register("polled.not", 0, "\"type\": \"static\", \"static\": {\"text\": \"here\"}");
    McpClient client = POSTERN.client();
    client.connect("2025-06-18", "{}");
    HttpResponse<String> response = client.post(CALL.formatted("polled.not"));
    assertThat(Json.parse(response.body()).at("/result/content/0/text").asText()).isEqualTo("here");
  }

  private static void assertFetched(McpClient client, String stream, String text) throws Exception {
    try (EventStream events = client.resume(id(stream))) {
      JsonNode result = events.await(event -> event.json().has("result"), SOON).json();
      assertThat(result.get("id").asText()).isEqualTo("c");
      assertThat(result.at("/result/content/0/text").asText()).isEqualTo(text);
      events.awaitEnd(SOON);
    }
  }

  private static String id(String stream) {
    Matcher id = Pattern.compile("id: (\\S+)").matcher(stream);
    assertThat(id.find()).isTrue();
    return id.group(1);
  }
}
