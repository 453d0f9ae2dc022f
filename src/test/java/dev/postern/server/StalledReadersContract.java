package dev.postern.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.testing.Wait;
import dev.postern.testing.mcp.EventStream;
import dev.postern.testing.mcp.ManyStreams;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.mcp.RawSocket;
import dev.postern.testing.mcp.StatelessRequests;
import dev.postern.testing.server.AdminAccess;
import dev.postern.testing.server.RunningJvm;
import dev.postern.testing.server.Sockets;
import dev.postern.testing.service.LineService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Clients that stay and do not read, among 1,000 that do: they hold up nobody, whichever server
 * serves them, and lose no more than the one connection.
 */
abstract class StalledReadersContract {
  private static final int OTHERS = 1_000;
  private static final String CHANGED = "tools/list_changed";

  /** Beyond what a connection and our own queue take, 60 KB at a time. */
  private static final int MOST_PIECES = 400;

  private static final String LARGE = "x".repeat(60_000);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ManyStreams others = new ManyStreams();
  private McpClient witness;
  private long connections;
  private static int changes;

  /** Milliseconds until all had heard of a change. */
  private long slowest;

  abstract URI uri(String path);

  abstract RunningJvm jvm();

  abstract AdminAccess admin();

  @BeforeEach
  void openOthers() throws Exception {
    connections = Sockets.established(jvm().pid(), uri("").getPort());
    for (int i = 0; i < OTHERS; i++) {
      others.open(uri("/mcp"), "Mcp-Session-Id: " + client().session());
    }
    witness = client();
  }

  @AfterEach
  void allAreGone() throws Exception {
    System.out.printf("%d streams heard of %d changes within %d ms%n", OTHERS, changes, slowest);
    others.close();
    int port = uri("").getPort();
    Wait.until(
        "no connection of theirs is left", // a few of our own wait for their next request
        Duration.ofSeconds(10),
        () ->
            Sockets.closeWait(jvm().pid(), port) == 0
                && Sockets.established(jvm().pid(), port) <= connections + 5);
    Wait.until("no stream is left", Duration.ofSeconds(10), () -> streams() == 0);
  }

  @Test
  void aStreamOfASessionThatIsNotReadIsCutOffAlone() throws Exception {
    String uri = "test:///" + LARGE;
    admin().post("/admin/resources", resource(uri, 0));
    McpClient client = client();
    client.request("resources/subscribe", "{\"uri\":\"" + uri + "\"}");
    others.openStalled(uri("/mcp"), "Mcp-Session-Id: " + client.session());
    assertThat(streams()).isEqualTo(OTHERS + 1);
    int pieces = 0;
    for (; streams() > OTHERS && pieces < MOST_PIECES; pieces += 10) {
      for (int i = 1; i <= 10; i++) {
        admin().post("/admin/resources", resource(uri, pieces + i));
      }
      nobodyIsHeldUp();
    }
    assertThat(pieces).as("of 60 KB, then it was cut off").isBetween(20, MOST_PIECES - 1);
    try (EventStream again = client.listen()) { // the session is as before
      client.tools();
      nobodyIsHeldUp();
      again.await(0, "notifications/" + CHANGED, Duration.ofSeconds(5));
    }
  }

  @Test
  void aCallWhoseAnswerIsNotReadIsGivenUpAlone() throws Exception {
    try (LineService service = LineService.start();
        RawSocket stalled = call(service)) {
      int lines = 300; // 20 MB
      for (int i = 1; i <= lines; i++) {
        service.line("{\"log\":{\"level\":\"error\",\"data\":\"" + LARGE + "\"}}");
        if (i % 50 == 0) {
          nobodyIsHeldUp();
        }
      }
      assertThat(stalled.read("\r\n\r\n")).startsWith("HTTP/1.1 200"); // and not a byte more
      service.result("{}");
      Wait.until(
          "the call has read its service's answer to the end or left it",
          Duration.ofSeconds(20),
          () -> service.written() > lines || service.broken() > 0);
      nobodyIsHeldUp();
    }
  }

  @Test
  void aStreamOfHttpWithSseThatIsNotReadIsCutOffAlone() throws Exception {
    try (RawSocket stalled = RawSocket.get(uri("/sse"), "data: ")) {
      URI post = uri("").resolve(stalled.read("\n").trim());
      int pieces = 0;
      for (int status = 202; status == 202 && pieces < MOST_PIECES; pieces++) {
        status = post(post, ping());
        if (pieces % 20 == 0) {
          nobodyIsHeldUp();
        }
      }
      assertThat(pieces).as("of 60 KB, then it was cut off").isBetween(20, MOST_PIECES - 1);
      nobodyIsHeldUp();
    }
  }

  @Test
  void aWebSocketThatIsNotReadIsCutOffAlone() throws Exception {
    Thread flood;
    try (RawSocket stalled = RawSocket.webSocket(uri("/mcp/ws"))) {
      flood = new Thread(() -> flood(stalled));
      flood.start();
      long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
      do {
        nobodyIsHeldUp();
        assertThat(System.nanoTime()).as("still kept though nothing is read").isLessThan(end);
      } while (jvm().instances("dev.postern.transport.websocket.SocketLine") > 0);
      nobodyIsHeldUp();
    }
    flood.join(5_000);
    assertThat(flood.isAlive()).isFalse();
  }

  /** Until the connection ends. Payara takes nothing more in, but leaves that to the client. */
  private static void flood(RawSocket socket) {
    try {
      while (true) {
        socket.write(RawSocket.frame(ping()));
      }
    } catch (IOException e) {
      // which is what is waited for
    }
  }

  /** A change is heard by everybody else, and calls are answered. */
  private void nobodyIsHeldUp() throws Exception {
    admin()
        .post(
            "/admin/tools",
            """
            {"name": "stalled.change%d", "description": "d", "type": "static",
             "static": {"text": "x"}, "inputSchema": {"type": "object"}}
            """
                .formatted(++changes));
    long begun = System.nanoTime();
    assertThat(others.await(CHANGED, OTHERS, 5_000)).as("have heard").isEqualTo(OTHERS);
    long heard = System.nanoTime();
    assertThat(witness.call("stalled.change" + changes, "{}").at("/content/0/text").asText())
        .isEqualTo("x");
    assertThat((System.nanoTime() - heard) / 1_000_000).as("ms for a call").isLessThan(1_000);
    long took = (heard - begun) / 1_000_000;
    assertThat(took).as("ms until all had heard").isLessThan(1_000);
    slowest = Math.max(slowest, took);
  }

  /** Streams that hold no thread, which a stalled POST does not count among. */
  private int streams() throws IOException {
    return jvm().instances("dev.postern.transport.ParkedStream");
  }

  private RawSocket call(LineService service) throws Exception {
    admin().post("/admin/tools", service.tool("stalled.call"));
    assertThat(others.await(CHANGED, OTHERS, 5_000)).isEqualTo(OTHERS);
    StatelessRequests.Ask ask =
        new StatelessRequests(uri("/mcp")).call("stalled.call", "{}").meta("logLevel", "\"debug\"");
    return RawSocket.post(
        uri("/mcp"),
        ask.body(),
        "MCP-Protocol-Version: " + StatelessRequests.REVISION,
        "Mcp-Method: tools/call",
        "Mcp-Name: stalled.call");
  }

  private McpClient client() throws Exception {
    McpClient client = new McpClient(uri("/mcp"), http);
    client.connect();
    return client;
  }

  private int post(URI uri, String body) throws Exception {
    return http.send(
            HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.discarding())
        .statusCode();
  }

  private static String ping() {
    return "{\"jsonrpc\":\"2.0\",\"id\":\"" + LARGE + "\",\"method\":\"ping\"}";
  }

  private static String resource(String uri, int version) {
    return "{\"name\":\"stalled.large\",\"uri\":\"%s\",\"text\":\"%d\"}".formatted(uri, version);
  }
}
