package dev.postern.transport.streamable;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.testing.mcp.EventStream;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.mcp.StatelessRequests;
import dev.postern.testing.server.RunningPostern;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.RecordingService;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Calls whose service takes its time, in either era. */
class SlowCallIT {
  private static final RunningPostern POSTERN = RunningPostern.shared();
  private static final Duration SLOW = Duration.ofSeconds(6);
  private static RecordingService service;

  private final StatelessRequests stateless = new StatelessRequests(POSTERN.uri("/mcp"));

  @BeforeAll
  static void registerASlowTool() throws Exception {
    service = RecordingService.start().answer(Answer.json("{\"slow\":true}").after(SLOW));
    POSTERN.register(
        "{\"name\":\"slow.call\",\"description\":\"Slow\",\"type\":\"http\",\"inputSchema\":{\"type\":\"object\"},"
            + "\"http\":{\"method\":\"GET\",\"url\":\"%s\",\"timeoutMs\":30000}}"
                .formatted(service.url("/slow")));
  }

  @AfterAll
  static void stopTheService() {
    service.close();
  }

  @Test
  void aLongRequestWithoutSessionShowsSignsOfLifeWhileItRuns() throws Exception {
    long begun = System.nanoTime();
    try (EventStream answer = stateless.call("slow.call", "{}").open()) {
      assertThat(seconds(begun)).isLessThan(SLOW.toSeconds() - 1);
      JsonNode message = answer.await(event -> true, SLOW.plusSeconds(20)).json();
      assertThat(message.at("/result/structuredContent/slow").asBoolean()).isTrue();
      assertThat(answer.comments()).isPositive();
      assertThat(answer.events()).hasSize(1).allMatch(event -> event.id() == null);
      answer.awaitEnd(Duration.ofSeconds(5));
    }
  }

  @Test
  void whoTakesJsonOnlyGetsJsonHoweverLongItTakes() throws Exception {
    HttpResponse<String> response =
        stateless.call("slow.call", "{}").header("Accept", "application/json").send();
    assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
    assertThat(McpClient.message(response).at("/result/structuredContent/slow").asBoolean())
        .isTrue();
  }

  @Test
  void aLongRequestDelaysNoStream() throws Exception {
    McpClient other = POSTERN.connected();
    try (EventStream stream = other.listen()) {
      CompletableFuture<HttpResponse<String>> call = later(stateless.call("slow.call", "{}"));
      Thread.sleep(2_500); // until the call has become a stream
      int before = stream.comments();
      Thread.sleep(RunningPostern.KEEP_ALIVE.multipliedBy(4).toMillis());
      assertThat(stream.comments() - before).isGreaterThanOrEqualTo(3);
      assertThat(call).isNotDone();
      call.get(30, TimeUnit.SECONDS);
    }
  }

  @Test
  void inASessionNothingPrecedesAResultThatTakesLong() throws Exception {
    McpClient client = POSTERN.connected();
    HttpResponse<String> response =
        client.post(
            "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":{\"name\":\"slow.call\"}}");
    assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
    assertThat(response.body()).contains("slow");
  }

  @Test
  void aCancelledCallEndsAtOnceAndItsServiceIsLeft() throws Exception {
    McpClient client = POSTERN.connected();
    int before = service.openConnections();
    CompletableFuture<HttpResponse<String>> call =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return client.post(
                    "{\"jsonrpc\":\"2.0\",\"id\":\"c\",\"method\":\"tools/call\",\"params\":{\"name\":\"slow.call\"}}");
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    int known = service.requests().size();
    until(() -> service.requests().size() > known);
    long begun = System.nanoTime();
    HttpResponse<String> cancel =
        client.post(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"c\"}}");
    assertThat(cancel.statusCode()).isEqualTo(202);
    HttpResponse<String> answer = call.get(3, TimeUnit.SECONDS);
    assertThat(seconds(begun)).isLessThan(3);
    assertThat(answer.body()).isEmpty();
    assertThat(service.openConnections()).isLessThanOrEqualTo(before + 1);
  }

  private static CompletableFuture<HttpResponse<String>> later(StatelessRequests.Ask ask) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return ask.send();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static void until(java.util.function.BooleanSupplier what) throws InterruptedException {
    long end = System.nanoTime() + 10_000_000_000L;
    while (!what.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.sleep(20);
    }
  }

  private static double seconds(long begun) {
    return (System.nanoTime() - begun) / 1e9;
  }
}
