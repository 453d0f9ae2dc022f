package dev.postern.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.testing.mcp.ManyStreams;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.server.TomcatServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What clients cost that come, stay or vanish, in a heap of 512 MiB with our connector settings.
 */
class BoundsIT {
  private static final int VANISHING = 10_000;
  private static final int STREAMS = 3_000;

  /** As tomcat-conf/server-connector.md has it. */
  static final String CONNECTOR =
      "maxConnections=\"10000\" acceptCount=\"500\" maxHttpHeaderSize=\"8192\""
          + " socket.appReadBufSize=\"1024\" socket.appWriteBufSize=\"1024\"";

  private static TomcatServer tomcat;

  @BeforeAll
  static void start() throws Exception {
    tomcat =
        TomcatServer.tomcat10()
            .deploy("/postern")
            .user("ops", "secret", "postern-admin")
            .connector(CONNECTOR)
            .systemProperty("postern.session.delete", "false")
            .start();
  }

  @AfterAll
  static void stop() throws Exception {
    tomcat.close();
  }

  @Test
  void clientsThatInitialiseAndVanishLeaveNothing() throws Exception {
    initialise(500); // until what is made once has been made
    long before = tomcat.liveBytes();
    initialise(VANISHING);
    long after = tomcat.liveBytes();
    System.out.printf("live heap before %,d and after %,d bytes%n", before, after);
    assertThat(after).isLessThan(before + before / 20);
  }

  @Test
  void threeThousandStreamsLeaveRoomForCallsAndHearOfAChange() throws Exception {
    McpClient client = client();
    try (ManyStreams streams = new ManyStreams()) {
      open(streams, STREAMS);
      assertThat(streams.size()).isEqualTo(STREAMS);
      register("bounds.first"); // until the way of the news is warm
      assertThat(streams.await("list_changed", STREAMS, 20_000)).isEqualTo(STREAMS);
      register("bounds.second");
      long begun = System.nanoTime();
      assertThat(streams.await("list_changed", STREAMS, 20_000)).isEqualTo(STREAMS);
      System.out.printf(
          "%d streams heard within %d ms of the answer to the change%n",
          STREAMS, (System.nanoTime() - begun) / 1_000_000);
      assertThat(client.call("bounds.second", "{}").at("/content/0/text").asText())
          .isEqualTo("here");
      assertThat(tomcat.log()).doesNotContain("OutOfMemoryError");
    }
  }

  @Test
  void clientsCanBeKeptFromEndingSessions() throws Exception {
    McpClient client = client();
    HttpResponse<String> response = client.delete();
    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(response.headers().firstValue("Allow")).isPresent();
    assertThat(client.tools()).isNotNull();
  }

  private static void open(ManyStreams streams, int count) throws Exception {
    for (int i = 0; i < count; i++) {
      streams.open(tomcat.uri("/mcp"), "Mcp-Session-Id: " + client().session());
    }
  }

  private static void initialise(int count) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        all.add(threads.submit(() -> client().session()));
      }
      for (Future<?> one : all) {
        one.get();
      }
    } finally {
      threads.shutdown();
    }
  }

  /** Shares its connections with all others; a session is what the header says. */
  private static McpClient client() throws IOException, InterruptedException {
    McpClient client = new McpClient(tomcat.uri("/mcp"), SHARED);
    client.connect();
    return client;
  }

  private static final HttpClient SHARED =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static void register(String name) throws Exception {
    String tool =
        "{\"name\":\"%s\",\"description\":\"d\",\"type\":\"static\",\"static\":{\"text\":\"here\"},\"inputSchema\":{\"type\":\"object\"}}"
            .formatted(name);
    HttpRequest request =
        HttpRequest.newBuilder(tomcat.uri("/admin/tools"))
            .header(
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString("ops:secret".getBytes(UTF_8)))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(tool))
            .build();
    HttpResponse<String> response = SHARED.send(request, BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
  }
}
