package dev.postern.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.testing.Wait;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.server.PayaraServer;
import dev.postern.testing.service.RecordingService;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** As {@link ShutdownIT} and {@link RedeployIT}, on Payara. */
class PayaraEndIT {
  private static final Map<String, String> SETTINGS = Map.of("postern.shutdown.grace", "10s");

  @Test
  void whatRunsWhenTheServerIsStoppedComesToItsEnd() throws Exception {
    try (RecordingService service = RecordingService.start();
        PayaraServer payara = PayaraServer.start(SETTINGS)) {
      payara.admin().post("/admin/tools", RunningWork.tool(service.url("/slow")));
      try (RunningWork work = new RunningWork(payara.uri("/mcp"), service)) {
        CompletableFuture<Void> ended = CompletableFuture.runAsync(payara::stop);
        work.comesToItsEnd();
        ended.get(60, TimeUnit.SECONDS);
      }
      assertThat(payara.log()).doesNotContain("still ran after");
    }
  }

  @Test
  void whatRunsWhenTheApplicationIsTakenAwayComesToItsEndAndNoWorkIsLeft() throws Exception {
    try (RecordingService service = RecordingService.start();
        PayaraServer payara = PayaraServer.startHosted(SETTINGS)) {
      payara.admin().post("/admin/tools", RunningWork.tool(service.url("/slow")));
      try (RunningWork work = new RunningWork(payara.uri("/mcp"), service)) {
        CompletableFuture<Void> ended =
            CompletableFuture.runAsync(
                () -> {
                  try {
                    payara.undeploy();
                  } catch (Exception e) {
                    throw new IllegalStateException(e);
                  }
                });
        work.refusesNewRequests();
        work.comesToItsEnd();
        ended.get(60, TimeUnit.SECONDS);
      }
      McpClient late = new McpClient(payara.uri("/mcp"));
      assertThat(late.post("{}").statusCode()).isEqualTo(404);
      assertThat(payara.log()).doesNotContain("still ran after");
      assertThat(payara.jvm().threads()).noneMatch(name -> name.startsWith("postern"));
      Wait.until(
          "what it worked with is collected",
          Duration.ofSeconds(20),
          () ->
              payara.jvm().instances("dev.postern.(transport|upstream|session|wiring)[.\\w]+")
                  == 0);
    }
  }
}
