package dev.postern.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.testing.Wait;
import dev.postern.testing.mcp.ManyStreams;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.mcp.RawSocket;
import dev.postern.testing.mcp.SocketClient;
import dev.postern.testing.mcp.StatelessRequests;
import dev.postern.testing.server.AdminAccess;
import dev.postern.testing.server.RunningJvm;
import dev.postern.testing.server.Sockets;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.RecordingService;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Clients that go without a word leave nothing behind, whichever server serves them. */
abstract class LeavingClientsContract {
  private static final Duration KEEP_ALIVE = Duration.ofMillis(500);

  /** One interval of keep-alive, and something for a busy machine. */
  private static final Duration INTERVAL = KEEP_ALIVE.plusMillis(1_500);

  static final Map<String, String> SETTINGS =
      Map.of("postern.keepAlive", "500ms", "postern.streams.kept", "1s");

  private static final int MANY = 100;
  private static final int SOME = 20;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  abstract URI uri(String path);

  abstract RunningJvm jvm();

  abstract AdminAccess admin();

  @Test
  void whoeverVanishesLeavesNoSocketNoStreamNoCallAndNoThread() throws Exception {
    try (RecordingService service = RecordingService.start()) {
      service.answer(Answer.json("{}").after(Duration.ofMinutes(3)));
      admin().post("/admin/tools", tool("vanishing.slow", service.url("/slow")));
      List<String> sessions = sessions();
      Set<String> threads = jvm().threads();
      long connections = Sockets.established(jvm().pid(), port());
      List<AutoCloseable> open = new ArrayList<>();
      try (ManyStreams streams = new ManyStreams()) {
        for (String session : sessions) {
          streams.open(uri("/mcp"), "Mcp-Session-Id: " + session);
          streams.open(uri("/sse"));
        }
        for (int i = 0; i < SOME; i++) {
          open.add(webSocket());
          open.add(call("vanishing.slow"));
        }
        Wait.until(
            "all calls run", Duration.ofSeconds(20), () -> service.requests().size() == SOME);
        assertThat(Sockets.established(jvm().pid(), port()))
            .isGreaterThanOrEqualTo(2 * MANY + 2 * SOME);
        assertThat(objects()).isEqualTo(objects(2 * MANY, MANY, SOME, SOME));
        for (AutoCloseable one : open) {
          one.close();
        }
      }
      Wait.until(
          "no connection of theirs is left",
          INTERVAL,
          () ->
              Sockets.closeWait(jvm().pid(), port()) == 0
                  && Sockets.established(jvm().pid(), port()) <= connections);
      Wait.until(
          "their calls were given up",
          Duration.ofSeconds(5),
          () -> Sockets.established(jvm().pid(), service.port()) == 0);
      Wait.until(
          "nothing of them is in the heap",
          Duration.ofSeconds(10),
          () -> objects().equals(objects(0, 0, 0, 0)));
      Wait.until(
          "no thread of theirs is left", // those of calls may wait 30 s for another one
          Duration.ofSeconds(60),
          () -> threads.containsAll(ours(jvm().threads())));
    }
  }

  /** What stands for a stream, what can be replayed of it, a WebSocket, a call without session. */
  private Map<String, Integer> objects() throws Exception {
    return objects(
        jvm().instances("dev.postern.transport.ParkedStream"),
        jvm().instances("dev.postern.transport.streamable.EventLog"),
        jvm().instances("dev.postern.transport.websocket.SocketLine"),
        jvm().instances("dev.postern.transport.streamable.StatelessAnswer"));
  }

  private static Map<String, Integer> objects(int streams, int logs, int sockets, int calls) {
    return Map.of("streams", streams, "logs", logs, "sockets", sockets, "calls", calls);
  }

  /** A server starts and ends its own as it likes. */
  private static Set<String> ours(Set<String> threads) {
    threads.removeIf(name -> !name.startsWith("postern"));
    return threads;
  }

  private List<String> sessions() throws Exception {
    List<String> sessions = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      McpClient client = new McpClient(uri("/mcp"), http);
      client.connect();
      sessions.add(client.session());
    }
    return sessions;
  }

  private SocketClient webSocket() throws Exception {
    SocketClient socket = SocketClient.open(uri("/mcp/ws"));
    socket.connect("2025-11-25", "{}");
    return socket;
  }

  private RawSocket call(String tool) throws Exception {
    String body = new StatelessRequests(uri("/mcp")).call(tool, "{}").body();
    return RawSocket.post(
        uri("/mcp"),
        body,
        "MCP-Protocol-Version: " + StatelessRequests.REVISION,
        "Mcp-Method: tools/call",
        "Mcp-Name: " + tool);
  }

  private static String tool(String name, String url) {
    return """
    {"name": "%s", "description": "d", "type": "http", "inputSchema": {"type": "object"},
     "http": {"method": "GET", "url": "%s", "timeoutMs": 200000}}
    """
        .formatted(name, url);
  }

  private int port() {
    return uri("").getPort();
  }
}
