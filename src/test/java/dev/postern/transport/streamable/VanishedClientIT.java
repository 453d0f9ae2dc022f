package dev.postern.transport.streamable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.testing.Wait;
import dev.postern.testing.mcp.ManyStreams;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.mcp.StatelessRequests;
import dev.postern.testing.server.RunningPostern;
import dev.postern.testing.server.Sockets;
import dev.postern.testing.server.TomcatServer;
import dev.postern.testing.service.LineService;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Clients that go without a word, or stay and do not read. */
class VanishedClientIT {
  private static final RunningPostern POSTERN = RunningPostern.shared();
  private static final TomcatServer TOMCAT = POSTERN.tomcat();
  private static final int MANY = 200;

  /** One interval of keep-alive, and something for a busy machine. */
  private static final Duration INTERVAL = RunningPostern.KEEP_ALIVE.plusMillis(1_500);

  @Test
  void whoClosesAStreamIsNoticedWithinAnInterval() throws Exception {
    McpClient[] clients = new McpClient[MANY];
    for (int i = 0; i < MANY; i++) {
      clients[i] = POSTERN.connected();
    }
    long before = Sockets.established(TOMCAT.pid(), TOMCAT.port());
    try (ManyStreams streams = new ManyStreams()) {
      for (McpClient client : clients) {
        streams.open(POSTERN.uri("/mcp"), "Mcp-Session-Id: " + client.session());
      }
      assertThat(Sockets.established(TOMCAT.pid(), TOMCAT.port())).isGreaterThanOrEqualTo(MANY);
    }
    Wait.until(
        "no connection of theirs is left",
        INTERVAL,
        () ->
            Sockets.closeWait(TOMCAT.pid(), TOMCAT.port()) == 0
                && Sockets.established(TOMCAT.pid(), TOMCAT.port()) <= before);
  }

  @Test
  void whoStopsReadingDelaysNeitherItsCallNorAnybodyElse() throws Exception {
    McpClient listener = POSTERN.connected();
    try (LineService service = LineService.start();
        ManyStreams streams = new ManyStreams();
        Socket stalled = new Socket()) {
      POSTERN.register(service.tool("stalled.tool"));
      streams.open(POSTERN.uri("/mcp"), "Mcp-Session-Id: " + listener.session());
      call(stalled, "stalled.tool");
      String long64k = "x".repeat(64 * 1024);
      int lines = 300; // 20 MB, far beyond what the connection and our own queue take
      for (int i = 1; i <= lines; i++) {
        service.line("{\"log\":{\"level\":\"error\",\"data\":\"" + long64k + "\"}}");
      }
      service.result("{}");
      Wait.until(
          "the call has read its service's answer to the end or left it",
          Duration.ofSeconds(15),
          () -> service.written() > lines || service.broken() > 0);
      POSTERN.register(
          "{\"name\":\"stalled.news\",\"description\":\"d\",\"type\":\"static\",\"static\":{\"text\":\"x\"},"
              + "\"inputSchema\":{\"type\":\"object\"}}");
      assertThat(streams.await("list_changed", 1, 1_000)).isEqualTo(1);
    } finally {
      POSTERN.admin("DELETE", "/admin/tools/stalled.news", null);
    }
  }

  /** Sends the call over a connection with next to no room, and reads nothing. */
  private static void call(Socket socket, String tool) throws Exception {
    socket.setReceiveBufferSize(2_048);
    socket.connect(new java.net.InetSocketAddress("127.0.0.1", TOMCAT.port()));
    StatelessRequests.Ask ask =
        new StatelessRequests(POSTERN.uri("/mcp")).call(tool, "{}").meta("logLevel", "\"debug\"");
    String body = ask.body();
    OutputStream out = socket.getOutputStream();
    String head =
        "POST /postern/mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            + "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n"
            + "Mcp-Method: tools/call\r\nMcp-Name: "
            + tool
            + "\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n";
    out.write((head + body).getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }
}
