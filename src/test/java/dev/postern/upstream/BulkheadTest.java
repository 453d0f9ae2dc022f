package dev.postern.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.postern.template.Origin;
import dev.postern.testing.Wait;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.Loopback;
import dev.postern.testing.service.RecordingService;
import dev.postern.upstream.UpstreamException.Kind;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a service that never answers can take up: its own share, and nothing of anybody else's. */
class BulkheadTest {
  private static final int SHARE = 3;

  private final ExecutorService callers = Executors.newCachedThreadPool();
  private RecordingService silent;
  private RecordingService lively;
  private Upstream upstream;

  @BeforeEach
  void start() {
    silent = RecordingService.start().answer(Answer.json("{}").after(Duration.ofMinutes(5)));
    lively = RecordingService.start();
    upstream = new Upstream(Loopback.open(new UpstreamSettings("test", 1_000, 10, SHARE)));
  }

  @AfterEach
  void stop() {
    upstream.close();
    silent.close();
    lively.close();
    callers.shutdownNow();
  }

  @Test
  void callsBeyondTheShareAreRefusedAtOnceAndOthersAreServed() throws Exception {
    for (int i = 0; i < SHARE; i++) {
      callers.submit(() -> upstream.send(request(silent, 60_000)));
    }
    Wait.until("all wait", Duration.ofSeconds(10), () -> silent.requests().size() == SHARE);
    long begun = System.nanoTime();
    assertThatThrownBy(() -> upstream.send(request(silent, 60_000)))
        .isInstanceOf(UpstreamException.class)
        .extracting(e -> ((UpstreamException) e).kind())
        .isEqualTo(Kind.BUSY);
    assertThat(System.nanoTime() - begun).isLessThan(1_000_000_000L);
    assertThat(silent.requests()).hasSize(SHARE);
    assertThat(upstream.send(request(lively, 5_000)).status()).isEqualTo(200);
  }

  @Test
  void aCallThatFailedGivesItsPlaceBack() throws Exception {
    for (int i = 0; i < SHARE * 3; i++) {
      assertThatThrownBy(() -> upstream.send(request(silent, 50)))
          .extracting(e -> ((UpstreamException) e).kind())
          .isEqualTo(Kind.TIMEOUT);
    }
  }

  private static UpstreamRequest request(RecordingService service, int timeoutMs) {
    return new UpstreamRequest(
        "GET", new Origin("http", "127.0.0.1", service.port()), "/", List.of(), null, timeoutMs);
  }
}
