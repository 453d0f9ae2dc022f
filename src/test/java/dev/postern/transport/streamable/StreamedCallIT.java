package dev.postern.transport.streamable;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.testing.Wait;
import dev.postern.testing.mcp.EventStream;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.mcp.ServerSentEvent;
import dev.postern.testing.mcp.StatelessRequests;
import dev.postern.testing.server.RunningPostern;
import dev.postern.testing.service.LineService;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls that become streams: what their client hears, misses, comes back for, and stops. */
class StreamedCallIT {
  private static final RunningPostern POSTERN = RunningPostern.shared();
  private static final String PROGRESS = "notifications/progress";
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final String CALL =
      "{\"name\":\"lines.tool\",\"arguments\":{},\"_meta\":{\"progressToken\":\"t\"}}";

  private LineService service;

  @BeforeEach
  void startTheService() throws Exception {
    service = LineService.start();
    POSTERN.register(service.tool("lines.tool"));
  }

  @AfterEach
  void stopTheService() {
    service.close();
  }

  @Test
  void progressArrivesWhileTheCallRuns() throws Exception {
    service.progress(1);
    try (EventStream answer = POSTERN.connected().start("tools/call", CALL)) {
      JsonNode progress = answer.await(0, PROGRESS, SOON).json().path("params");
      assertThat(progress.path("progressToken").asText()).isEqualTo("t");
      assertThat(progress.path("progress").asInt()).isEqualTo(1);
      assertThat(answer.ended()).isFalse();
      service.result("{\"done\":true}");
      assertThat(result(answer).at("/structuredContent/done").asBoolean()).isTrue();
      answer.awaitEnd(SOON);
    }
  }

  @Test
  void withoutASessionProgressArrivesJustTheSame() throws Exception {
    service.progress(1);
    StatelessRequests.Ask ask =
        new StatelessRequests(POSTERN.uri("/mcp"))
            .call("lines.tool", "{}")
            .meta("progressToken", "7");
    try (EventStream answer = ask.open()) {
      assertThat(answer.await(0, PROGRESS, SOON).json().at("/params/progressToken").asInt())
          .isEqualTo(7);
      service.result("{\"done\":true}");
      assertThat(result(answer).path("resultType").asText()).isEqualTo("complete");
      answer.awaitEnd(SOON);
      assertThat(answer.events()).allMatch(event -> event.id() == null);
    }
  }

  @Test
  void whoLosesItsConnectionComesBackForTheRest() throws Exception {
    McpClient client = POSTERN.connected();
    service.progress(1);
    EventStream first = client.start("tools/call", CALL);
    String seen = first.await(0, PROGRESS, SOON).id();
    first.close();
    service.progress(2);
    service.progress(3);
    try (EventStream other = client.listen();
        EventStream again = client.resume(seen)) {
      again.await(event -> event.data().contains("\"progress\":3"), SOON);
      service.result("{\"done\":true}");
      assertThat(result(again).at("/structuredContent/done").asBoolean()).isTrue();
      again.awaitEnd(SOON);
      assertThat(again.events()).hasSize(3);
      assertThat(again.events()).extracting(ServerSentEvent::id).doesNotContain(seen);
      assertThat(other.events()).allMatch(event -> event.data().isEmpty());
    }
    try (EventStream late = client.resume(seen)) { // the answer is there for whoever missed it
      assertThat(result(late).at("/structuredContent/done").asBoolean()).isTrue();
      late.awaitEnd(SOON);
    }
  }

  @Test
  void whoLeavesASessionsCallDoesNotCancelIt() throws Exception {
    service.progress(1);
    EventStream answer = POSTERN.connected().start("tools/call", CALL);
    answer.await(0, PROGRESS, SOON);
    answer.close();
    Thread.sleep(RunningPostern.KEEP_ALIVE.multipliedBy(3).toMillis());
    service.progress(2);
    service.progress(3);
    service.result("{}");
    Wait.until("everything was read", SOON, () -> service.written() == 4);
    assertThat(service.broken()).isZero();
  }

  @Test
  void whoLeavesARequestWithoutSessionCancelsIt() throws Exception {
    service.progress(1);
    EventStream answer =
        new StatelessRequests(POSTERN.uri("/mcp"))
            .call("lines.tool", "{}")
            .meta("progressToken", "7")
            .open();
    answer.await(0, PROGRESS, SOON);
    answer.close();
    Wait.until(
        "the service is left",
        SOON,
        () -> {
          service.progress(2);
          return service.broken() > 0;
        });
  }

  @Test
  void aCancelledCallEndsItsStreamWithoutAnAnswer() throws Exception {
    McpClient client = POSTERN.connected();
    service.progress(1);
    try (EventStream answer = client.start("tools/call", CALL)) {
      answer.await(0, PROGRESS, SOON);
      client.post(
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":"
              + client.lastId()
              + ",\"reason\":\"enough\"}}");
      answer.awaitEnd(SOON);
      assertThat(answer.events())
          .allMatch(event -> event.data().isEmpty() || event.method().equals(PROGRESS));
    }
  }

  @Test
  void nobodyElseCanCancelACall() throws Exception {
    McpClient client = POSTERN.connected();
    service.progress(1);
    try (EventStream answer = client.start("tools/call", CALL)) {
      answer.await(0, PROGRESS, SOON);
      POSTERN
          .connected()
          .post(
              "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":"
                  + client.lastId()
                  + "}}");
      service.result("{\"done\":true}");
      assertThat(result(answer).at("/structuredContent/done").asBoolean()).isTrue();
    }
  }

  @Test
  void aBatchWithProgressIsOneStream() throws Exception {
    McpClient client = POSTERN.client();
    client.connect("2025-03-26", "{}");
    service.progress(1);
    service.result("{\"done\":true}");
    String body =
        client
            .post(
                "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"},"
                    + "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":"
                    + CALL
                    + "},{\"jsonrpc\":\"2.0\",\"method\":\"notifications/whatever\"},"
                    + "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/invent\"}]")
            .body();
    assertThat(body).containsSubsequence(PROGRESS, "\"id\":1", "\"id\":2", "\"id\":3", "-32601");
  }

  @Test
  void whoTakesNoEventsGetsTheResultAlone() throws Exception {
    McpClient client = POSTERN.connected();
    client.header("Accept", "application/json");
    service.progress(1);
    service.result("{\"done\":true}");
    assertThat(client.request("tools/call", CALL).at("/structuredContent/done").asBoolean())
        .isTrue();
  }

  private static JsonNode result(EventStream answer) {
    return answer.await(event -> event.data().contains("\"result\""), SOON).json().get("result");
  }
}
