package dev.postern.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.postern.template.Origin;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.Loopback;
import dev.postern.testing.service.RecordingService;
import dev.postern.testing.service.ServerCertificate;
import dev.postern.upstream.UpstreamException.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UpstreamTest {
  private final RecordingService service = RecordingService.start();
  private Upstream upstream = new Upstream(Loopback.open(UpstreamSettings.defaults("1")));

  @AfterEach
  void close() {
    upstream.close();
    service.close();
  }

  private UpstreamRequest get(String target, int timeoutMs) {
    return request("http", service.port(), target, timeoutMs);
  }

  private static UpstreamRequest request(String scheme, int port, String target, int timeoutMs) {
    return new UpstreamRequest(
        "GET", new Origin(scheme, "127.0.0.1", port), target, List.of(), null, timeoutMs);
  }

  @Test
  void theTargetGoesOutAsItIs() throws Exception {
    for (String target : List.of("/", "//x//y", "/a/../b/./c", "/%2F%2e?x=%zz&a", "/x?y?z")) {
      upstream.send(get(target, 5_000));
      assertThat(service.last().target()).isEqualTo(target);
    }
    assertThat(service.last().header("User-Agent")).isEqualTo("Postern/1");
  }

  @Test
  void nothingIsRetriedRememberedOrFollowed() throws Exception {
    service.answer(Answer.empty(503, "Retry-After: 0", "Set-Cookie: a=b"));
    assertThat(upstream.send(get("/", 5_000)).status()).isEqualTo(503);
    service.answer(Answer.empty(302, "Location: " + service.url("/else")));
    assertThat(upstream.send(get("/", 5_000)).status()).isEqualTo(302);
    service.answer(Answer.closed());
    UpstreamException e =
        catchThrowableOfType(UpstreamException.class, () -> upstream.send(get("/once", 5_000)));
    assertThat(e.kind()).isEqualTo(Kind.CLOSED);
    assertThat(service.requests()).hasSize(3);
    assertThat(service.last().header("Cookie")).isNull();
  }

  @Test
  void waitingForAConnectionCountsToo() throws Exception {
    upstream.close();
    upstream = new Upstream(Loopback.open(new UpstreamSettings("x", 1_000, 1)));
    service.answer(Answer.json("{}").after(Duration.ofSeconds(2)));
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      Future<?> first = other.submit(() -> upstream.send(get("/first", 10_000)));
      while (service.requests().isEmpty()) {
        Thread.sleep(5);
      }
      long start = System.nanoTime();
      UpstreamException e =
          catchThrowableOfType(UpstreamException.class, () -> upstream.send(get("/", 200)));
      assertThat(e.kind()).isEqualTo(Kind.TIMEOUT);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
      first.get();
    } finally {
      other.shutdown();
    }
    assertThat(service.requests()).hasSize(1);
  }

  @Test
  void theWatcherWakesFromItsSleep() throws Exception {
    upstream.send(get("/", 5_000));
    Thread.sleep(6_000); // beyond the idle time after which it sleeps
    service.answer(Answer.drip(Duration.ofMillis(20)));
    UpstreamException e =
        catchThrowableOfType(UpstreamException.class, () -> upstream.send(get("/", 200)));
    assertThat(e.kind()).isEqualTo(Kind.TIMEOUT);
  }

  @Test
  void idleConnectionsAreClosed() throws Exception {
    upstream.close();
    upstream = new Upstream(Loopback.open(UpstreamSettings.defaults("1")), Duration.ofMillis(300));
    upstream.send(get("/", 5_000));
    assertThat(service.openConnections()).isEqualTo(1);
    long deadline = System.nanoTime() + 5_000_000_000L;
    while (service.openConnections() > 0 && System.nanoTime() < deadline) {
      Thread.sleep(20);
    }
    assertThat(service.openConnections()).isZero();
    assertThat(upstream.send(get("/", 5_000)).status()).isEqualTo(200);
  }

  @Test
  void aDeadConnectionInThePoolIsNotUsed() throws Exception {
    service.answer(
        (request, out) -> {
          Answer.json("{}").write(request, out);
          return false; // without a word, as servers do after their idle time
        });
    upstream.send(get("/", 5_000));
    Thread.sleep(700);
    assertThat(upstream.send(get("/", 5_000)).status()).isEqualTo(200);
    assertThat(service.connections()).isEqualTo(2);
  }

  @Test
  void closingEndsCallsAndLeavesNoThread() throws Exception {
    service.answer(Answer.drip(Duration.ofMillis(20)));
    ExecutorService callers = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> calls = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        calls.add(callers.submit(() -> upstream.send(get("/", 60_000))));
      }
      while (service.requests().size() < 4) {
        Thread.sleep(5);
      }
      upstream.close();
      for (Future<?> call : calls) {
        assertThat(
                catchThrowableOfType(
                    java.util.concurrent.ExecutionException.class,
                    () -> call.get(5, java.util.concurrent.TimeUnit.SECONDS)))
            .hasCauseInstanceOf(UpstreamException.class);
      }
    } finally {
      callers.shutdown();
    }
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().startsWith("postern-upstream"));
    assertThat(catchThrowableOfType(UpstreamException.class, () -> upstream.send(get("/", 100))))
        .isNotNull();
  }

  @Test
  void aCertificateThatNobodyTrustsIsATlsFailure(@TempDir Path folder) throws Exception {
    try (RecordingService secure =
        RecordingService.start(
            ServerCertificate.make(folder, "a", "ip:127.0.0.1").sockets(), "https")) {
      UpstreamException e =
          catchThrowableOfType(
              UpstreamException.class,
              () -> upstream.send(request("https", secure.port(), "/", 5_000)));
      assertThat(e.kind()).isEqualTo(Kind.TLS);
      assertThat(secure.requests()).isEmpty();
    }
  }
}
