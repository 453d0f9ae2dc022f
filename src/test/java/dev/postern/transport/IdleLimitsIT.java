package dev.postern.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.testing.Wait;
import dev.postern.testing.mcp.EventStream;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.mcp.SocketClient;
import dev.postern.testing.mcp.SseClient;
import dev.postern.testing.server.RunningPostern;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.RecordingService;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What nobody uses is ended and forgotten, what somebody uses is not. */
class IdleLimitsIT {
  private static final Duration IDLE = Duration.ofSeconds(2);
  private static final Duration KEPT = Duration.ofSeconds(1);
  private static final Duration SOON = Duration.ofSeconds(10);

  private static RunningPostern postern;

  @BeforeAll
  static void start() {
    postern =
        RunningPostern.start(
            Map.of(
                "postern.connections.idle",
                IDLE.toSeconds() + "s",
                "postern.streams.kept",
                KEPT.toSeconds() + "s"));
  }

  @AfterAll
  static void stop() {
    postern.close();
  }

  @Test
  void aSilentConnectionIsEndedAndOneThatSpeaksGoesOn() throws Exception {
    try (SseClient silent = SseClient.open(postern.uri("/sse"));
        SseClient speaking = SseClient.open(postern.uri("/sse"));
        SocketClient silentSocket = SocketClient.open(postern.uri("/mcp/ws"));
        SocketClient speakingSocket = SocketClient.open(postern.uri("/mcp/ws"))) {
      silent.connect("2024-11-05", "{}");
      silentSocket.connect("2025-11-25", "{}");
      speaking.connect("2024-11-05", "{}");
      speakingSocket.connect("2025-11-25", "{}");
      long end = System.nanoTime() + IDLE.multipliedBy(2).toNanos();
      while (System.nanoTime() < end) {
        assertThat(speaking.answer("ping", "{}").has("result")).isTrue();
        assertThat(speakingSocket.answer("ping", "{}").has("result")).isTrue();
        Thread.sleep(200);
      }
      silent.stream().awaitEnd(SOON);
      assertThat(silentSocket.awaitClose()).isEqualTo(1001);
      assertThat(silent.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}").statusCode())
          .isEqualTo(404);
      assertThat(speaking.stream().ended()).isFalse();
    }
  }

  /** Comments and pongs are the machine's; they are nobody's words. */
  @Test
  void whoNeverSaysAnythingIsNotKeptLongerThanWhoDid() throws Exception {
    try (SseClient stream = SseClient.open(postern.uri("/sse"));
        SocketClient socket = SocketClient.open(postern.uri("/mcp/ws"))) {
      stream.stream().awaitEnd(SOON);
      assertThat(socket.awaitClose()).isEqualTo(1001);
      assertThat(socket.pings()).isPositive();
    }
  }

  @Test
  void whoWaitsForAnAnswerIsNotSilent() throws Exception {
    try (RecordingService service = RecordingService.start();
        SseClient stream = SseClient.open(postern.uri("/sse"));
        SocketClient socket = SocketClient.open(postern.uri("/mcp/ws"))) {
      service.answer(Answer.json("{\"late\":true}").after(IDLE.multipliedBy(2)));
      postern.register(
          """
          {"name": "idle.slow", "type": "http", "inputSchema": {"type": "object"},
           "http": {"method": "GET", "url": "%s", "timeoutMs": 30000}}
          """
              .formatted(service.url("/slow")));
      stream.connect("2025-06-18", "{}");
      socket.connect("2025-11-25", "{}");
      int one = stream.send("tools/call", "{\"name\":\"idle.slow\"}");
      int two = socket.send("tools/call", "{\"name\":\"idle.slow\"}");
      assertThat(stream.awaitAnswer(one).at("/result/structuredContent/late").asBoolean()).isTrue();
      assertThat(socket.awaitAnswer(two).at("/result/structuredContent/late").asBoolean()).isTrue();
    }
  }

  @Test
  void aStreamThatNobodyComesBackToIsForgotten() throws Exception {
    McpClient client = postern.connected();
    EventStream stream = client.listen();
    String place = stream.await(event -> event.data().isEmpty(), SOON).id();
    stream.close();
    Wait.until("nothing of it is kept", SOON, () -> logs() == 0);
    try (EventStream fresh = client.resume(place)) {
      String begin = fresh.await(event -> event.data().isEmpty(), SOON).id();
      assertThat(begin.substring(0, begin.indexOf('_')))
          .isNotEqualTo(place.substring(0, place.indexOf('_')));
      Thread.sleep(KEPT.multipliedBy(3).toMillis()); // it has a connection, so it stays
      assertThat(logs()).isEqualTo(1);
      assertThat(fresh.ended()).isFalse();
    }
  }

  private static int logs() throws Exception {
    return postern.tomcat().jvm().instances("dev.postern.transport.streamable.EventLog");
  }
}
