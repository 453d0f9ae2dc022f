package dev.postern.transport.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.testing.mcp.SocketClient;
import dev.postern.testing.mcp.SseClient;
import dev.postern.testing.server.TomcatServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Connections that are too many, that nobody reads, and that the gateway ends itself. */
class ConnectionLimitsIT {
  private static final int MOST = 4;
  private static final Duration KEEP_ALIVE = Duration.ofMillis(200);

  private static TomcatServer tomcat;

  @BeforeAll
  static void start() throws Exception {
    tomcat =
        TomcatServer.tomcat10()
            .withManager()
            .deploy("/postern")
            .systemProperty("postern.connections.max", Integer.toString(MOST))
            .systemProperty("postern.keepAlive", KEEP_ALIVE.toMillis() + "ms")
            .start();
  }

  @AfterAll
  static void stop() throws IOException {
    tomcat.close();
  }

  @Test
  void oneMoreThanTheMostIsTurnedAwayUntilOneGoes() throws Exception {
    List<AutoCloseable> open = new ArrayList<>();
    try {
      for (int i = 0; i < MOST; i += 2) {
        open.add(SseClient.open(tomcat.uri("/sse")));
        open.add(socket());
      }
      HttpResponse<String> stream = get("/sse");
      assertThat(stream.statusCode()).isEqualTo(503);
      assertThat(stream.headers().firstValue("Retry-After")).isPresent();
      assertThat(stream.body()).contains("postern.connections.max");
      try (SocketClient refused = socket()) {
        assertThat(refused.awaitClose()).isEqualTo(1013);
      }
      open.remove(0).close();
      awaitRoom();
    } finally {
      for (AutoCloseable one : open) {
        one.close();
      }
    }
  }

  @Test
  void whoAnswersNoPingIsCutOff() throws Exception {
    try (Socket mute = rawSocket()) {
      mute.setSoTimeout(30_000); // Tomcat looks every 10 s whom it has told to go
      byte[] all = mute.getInputStream().readAllBytes(); // until the server closes
      assertThat(all[0] & 0xff).as("a ping frame").isEqualTo(0x89);
    }
  }

  @Test
  void whoStopsReadingIsCutOffAndDisturbsNobody() throws Exception {
    try (Socket stalled = rawSocket();
        SocketClient other = socket()) {
      stalled.setReceiveBufferSize(1_024);
      stalled.setSoTimeout(20_000);
      other.connect("2025-11-25", "{}");
      OutputStream out = stalled.getOutputStream();
      String large = "x".repeat(60_000);
      String ping = "{\"jsonrpc\":\"2.0\",\"id\":\"" + large + "\",\"method\":\"ping\"}";
      byte[] frame = masked(ping);
      Thread writer = new Thread(() -> flood(out, frame));
      writer.start();
      long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
      while (writer.isAlive() && System.nanoTime() < end) {
        long start = System.nanoTime();
        assertThat(other.answer("ping", "{}").has("result")).isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
        Thread.sleep(50);
      }
      assertThat(writer.isAlive()).as("still taken in though nothing was read").isFalse();
    }
  }

  /** Until the server has had enough. */
  private static void flood(OutputStream out, byte[] frame) {
    try {
      while (true) {
        out.write(frame);
      }
    } catch (IOException e) {
      // which is what is waited for
    }
  }

  @Test
  void anEndOfTheApplicationIsToldToEverybody() throws Exception {
    try (SseClient stream = SseClient.open(tomcat.uri("/sse"));
        SocketClient socket = socket()) {
      stream.connect("2024-11-05", "{}");
      socket.connect("2025-11-25", "{}");
      manage("reload");
      assertThat(socket.awaitClose()).isEqualTo(1001);
      stream.stream().awaitEnd(Duration.ofSeconds(5));
    }
    try (SocketClient again = socket()) {
      again.connect("2025-11-25", "{}");
    }
    // Tomcat's own background thread may be inside the program just then; Tomcat blames it, too.
    assertThat(tomcat.log())
        .doesNotContainPattern("appears to have started a thread named \\[(?!Catalina-utility)");
  }

  private static void manage(String command) throws Exception {
    String login = java.util.Base64.getEncoder().encodeToString("manager:manager".getBytes());
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(
                        java.net.URI.create(
                            tomcat.origin() + "/manager/text/" + command + "?path=/postern"))
                    .header("Authorization", "Basic " + login)
                    .build(),
                BodyHandlers.ofString());
    assertThat(response.body()).startsWith("OK");
  }

  private static SocketClient socket() throws Exception {
    return SocketClient.open(tomcat.uri("/mcp/ws"));
  }

  private static HttpResponse<String> get(String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(tomcat.uri(path)).build(), BodyHandlers.ofString());
  }

  private static void awaitRoom() throws Exception {
    long end = System.nanoTime() + Duration.ofSeconds(5).toNanos();
    while (System.nanoTime() < end) {
      try {
        SseClient.open(tomcat.uri("/sse")).close();
        return;
      } catch (AssertionError turnedAway) {
        Thread.sleep(100);
      }
    }
    throw new AssertionError("There was no room for 5 s after a client had gone");
  }

  /** A WebSocket by hand, which answers and reads nothing by itself. */
  private static Socket rawSocket() throws IOException {
    Socket socket = new Socket("127.0.0.1", tomcat.port());
    String handshake =
        """
        GET /postern/mcp/ws HTTP/1.1
        Host: 127.0.0.1
        Upgrade: websocket
        Connection: Upgrade
        Sec-WebSocket-Version: 13
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==

        """
            .replace("\n", "\r\n");
    socket.getOutputStream().write(handshake.getBytes());
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) socket.getInputStream().read());
    }
    assertThat(head.toString()).startsWith("HTTP/1.1 101");
    return socket;
  }

  /** One text frame of less than 64 KiB as clients send it, with a mask that changes nothing. */
  private static byte[] masked(String text) {
    byte[] payload = text.getBytes();
    ByteBuffer frame = ByteBuffer.allocate(payload.length + 8);
    frame.put((byte) 0x81).put((byte) (0x80 | 126)).putShort((short) payload.length).putInt(0);
    return frame.put(payload).array();
  }
}
