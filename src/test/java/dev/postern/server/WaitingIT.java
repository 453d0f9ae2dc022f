package dev.postern.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.testing.Wait;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.server.TomcatServer;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.RecordingService;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Hundreds of calls that wait for their services, in a server with its default settings. */
class WaitingIT {
  private static final int CALLS = 400;
  private static final int LISTS = 500;

  /** So that 400 calls at once are 200 in a second: waiting is looked at here, not computing. */
  private static final Duration SLOW = Duration.ofSeconds(2);

  /** The aim is 20 ms on a machine of one's own; threads that are all taken would cost seconds. */
  private static final double LONGEST_LIST_MILLIS = 250;

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static RecordingService silent;
  private static RecordingService slow;
  private static RecordingService quick;
  private static TomcatServer tomcat;

  private final McpClient client = new McpClient(tomcat.uri("/mcp"), HTTP);

  @BeforeAll
  static void start() throws Exception {
    tomcat =
        TomcatServer.tomcat10().deploy("/postern").user("ops", "secret", "postern-admin").start();
    silent = RecordingService.start().answer(Answer.json("{}").after(Duration.ofMinutes(5)));
    slow = RecordingService.start().answer(Answer.json("{}").after(SLOW));
    quick = RecordingService.start();
    register("silent", silent);
    register("slow", slow);
    register("quick", quick);
  }

  @AfterAll
  static void stop() throws Exception {
    silent.close();
    slow.close();
    quick.close();
    tomcat.close();
  }

  @Test
  void aServiceThatNeverAnswersUsesUpItsOwnShareOnly() throws Exception {
    client.connect();
    List<CompletableFuture<?>> calls = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      calls.add(HTTP.sendAsync(call("silent"), BodyHandlers.ofString()));
    }
    Wait.until("all wait", Duration.ofSeconds(60), () -> silent.requests().size() == CALLS);
    long begun = System.nanoTime();
    assertThat(client.call("silent", "{}").toString()).contains("upstream_busy");
    assertThat(System.nanoTime() - begun).isLessThan(5_000_000_000L);
    assertThat(client.call("quick", "{}").at("/structuredContent/ok").asBoolean()).isTrue();
    assertThat(p99OfLists("calls to a service that never answers")).isLessThan(LONGEST_LIST_MILLIS);
    assertThat(calls).noneMatch(CompletableFuture::isDone);
    calls.forEach(one -> one.cancel(true));
  }

  @Test
  void callsToASlowServiceDelayNoList() throws Exception {
    client.connect();
    AtomicBoolean done = new AtomicBoolean();
    AtomicInteger answered = new AtomicInteger();
    List<CompletableFuture<Void>> loops = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      loops.add(loop(call("slow"), done, answered));
      Thread.sleep(SLOW.toMillis() / CALLS); // a steady trickle, no burst every two seconds
    }
    Wait.until("they run", Duration.ofSeconds(60), () -> answered.get() > 2 * CALLS);
    int before = answered.get();
    long begun = System.nanoTime();
    double p99 = p99OfLists("calls to a service that takes 2 s");
    double seconds = (System.nanoTime() - begun) / 1e9;
    System.out.printf("meanwhile %.0f calls/s%n", (answered.get() - before) / seconds);
    done.set(true);
    for (CompletableFuture<Void> one : loops) {
      one.get(30, TimeUnit.SECONDS);
    }
    assertThat(p99).isLessThan(LONGEST_LIST_MILLIS);
  }

  private static CompletableFuture<Void> loop(
      HttpRequest request, AtomicBoolean done, AtomicInteger answered) {
    return HTTP.sendAsync(request, BodyHandlers.ofString())
        .thenCompose(
            response -> {
              answered.incrementAndGet();
              return done.get()
                  ? CompletableFuture.completedFuture(null)
                  : loop(request, done, answered);
            });
  }

  private double p99OfLists(String beside) throws Exception {
    double[] millis = new double[LISTS];
    for (int i = 0; i < LISTS; i++) {
      long begun = System.nanoTime();
      client.tools();
      millis[i] = (System.nanoTime() - begun) / 1e6;
    }
    Arrays.sort(millis);
    System.out.printf(
        "tools/list beside %d %s on Java %s: p50 %.1f ms, p99 %.1f ms%n",
        CALLS,
        beside,
        System.getProperty("java.version"),
        millis[LISTS / 2],
        millis[LISTS * 99 / 100]);
    return millis[LISTS * 99 / 100];
  }

  private HttpRequest call(String tool) {
    return client
        .builder()
        .timeout(Duration.ofMinutes(5))
        .POST(
            BodyPublishers.ofString(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\""
                    + tool
                    + "\"}}"))
        .build();
  }

  private static void register(String name, RecordingService service) throws Exception {
    String tool =
        ("{\"name\":\"%s\",\"description\":\"d\",\"type\":\"http\",\"inputSchema\":{\"type\":\"object\"},"
                + "\"http\":{\"method\":\"GET\",\"url\":\"%s\",\"timeoutMs\":300000}}")
            .formatted(name, service.url("/x"));
    HttpRequest request =
        HttpRequest.newBuilder(tomcat.uri("/admin/tools"))
            .header(
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString("ops:secret".getBytes(UTF_8)))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(tool))
            .build();
    HttpResponse<String> response = HTTP.send(request, BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
  }
}
