package dev.postern.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.testing.Wait;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.server.AdminAccess;
import dev.postern.testing.server.TomcatServer;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.RecordingService;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How the program ends: calls get their time, streams a proper end, new requests a refusal. */
class ShutdownIT {
  private static final Duration SOON = Duration.ofSeconds(20);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpClient http = HttpClient.newHttpClient();
  private final RecordingService service = RecordingService.start();

  @AfterEach
  void stop() {
    threads.shutdownNow();
    service.close();
  }

  @Test
  void whatRunsWhenTheServerIsStoppedComesToItsEnd() throws Exception {
    try (TomcatServer tomcat = start("10s")) {
      try (RunningWork work = new RunningWork(tomcat.uri("/mcp"), service)) {
        Future<?> ended = threads.submit(tomcat::stop);
        work.comesToItsEnd();
        ended.get(60, TimeUnit.SECONDS);
      }
      assertNothingWasCutOff(tomcat);
      tomcat.start(); // for close() to stop
    }
  }

  @Test
  void whatRunsWhenTheApplicationIsTakenAwayComesToItsEnd() throws Exception {
    try (TomcatServer tomcat = start("10s")) {
      try (RunningWork work = new RunningWork(tomcat.uri("/mcp"), service)) {
        Future<?> ended = threads.submit(() -> manage(tomcat, "undeploy?path=/postern"));
        work.refusesNewRequests();
        work.comesToItsEnd();
        ended.get(60, TimeUnit.SECONDS);
      }
      assertNothingWasCutOff(tomcat);
    }
  }

  private static void assertNothingWasCutOff(TomcatServer tomcat) throws Exception {
    assertThat(tomcat.log()).doesNotContain("SEVERE").doesNotContain("still ran after");
  }

  @Test
  void whoHasNotAnsweredWhenTheTimeIsUpIsNotWaitedFor() throws Exception {
    service.answer(Answer.json("{}").after(Duration.ofMinutes(5)));
    try (TomcatServer tomcat = start("1s")) {
      McpClient client = new McpClient(tomcat.uri("/mcp"));
      client.connect();
      Future<HttpResponse<String>> call =
          threads.submit(
              () ->
                  client.post(
                      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"slow\"}}"));
      Wait.until("the call runs", SOON, () -> service.requests().size() == 1);
      long begun = System.nanoTime();
      assertThat(manage(tomcat, "undeploy?path=/postern")).startsWith("OK");
      assertThat(System.nanoTime() - begun).isLessThan(15_000_000_000L);
      assertThat(call.get(5, TimeUnit.SECONDS).body()).contains("\"error\"").contains("stops");
      assertThat(tomcat.log()).contains("still ran after 1 s");
    }
  }

  private TomcatServer start(String grace) throws Exception {
    TomcatServer tomcat =
        TomcatServer.tomcat10()
            .deploy("/postern")
            .withManager()
            .user("ops", "secret", "postern-admin")
            .systemProperty("postern.shutdown.grace", grace)
            .start();
    new AdminAccess(tomcat.uri(""), "ops", "secret")
        .post("/admin/tools", RunningWork.tool(service.url("/slow")));
    return tomcat;
  }

  private String manage(TomcatServer tomcat, String command) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(tomcat.origin() + "/manager/text/" + command))
            .header("Authorization", basic("manager", "manager"))
            .build();
    return http.send(request, BodyHandlers.ofString()).body();
  }

  private static String basic(String user, String password) {
    return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
  }
}
