package dev.postern.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.testing.Wait;
import dev.postern.testing.mcp.ManyStreams;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.server.Sockets;
import dev.postern.testing.server.TomcatServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;

/** What an idle stream takes of the heap, beside a request that is parked and nothing else. */
class StreamCostIT {
  private static final int COMPARED = 1_000;

  /** Opened before the others are counted: Tomcat keeps 200 used ones of all that it needs. */
  private static final int FIRST = 300;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @Test
  void anIdleStreamCostsHardlyMoreThanAParkedRequest() throws Exception {
    try (TomcatServer tomcat =
        TomcatServer.tomcat10()
            .deploy("/postern")
            .deploy(bareWar(), "/bare", "")
            .connector(BoundsIT.CONNECTOR)
            .systemProperty("postern.keepAlive", "1s")
            .start()) {
      long ours = cost(tomcat, tomcat.uri("/mcp"));
      long parked = cost(tomcat, URI.create(tomcat.origin() + "/bare/park"));
      System.out.printf("heap per parked request %,d, per stream %,d bytes%n", parked, ours);
      assertThat(ours - parked).isLessThanOrEqualTo(4 * 1024);
    }
  }

  private long cost(TomcatServer tomcat, URI uri) throws Exception {
    String[] sessions = new String[FIRST + COMPARED];
    for (int i = 0; i < sessions.length; i++) {
      McpClient client = new McpClient(tomcat.uri("/mcp"), http);
      client.connect();
      sessions[i] = client.session();
    }
    long cost;
    try (ManyStreams streams = new ManyStreams()) {
      open(streams, uri, sessions, 0, FIRST);
      long before = tomcat.liveBytes();
      open(streams, uri, sessions, FIRST, sessions.length);
      cost = (tomcat.liveBytes() - before) / COMPARED;
    }
    Wait.until(
        "the streams are gone",
        Duration.ofSeconds(30),
        () -> Sockets.closeWait(tomcat.pid(), tomcat.port()) == 0);
    return cost;
  }

  private static void open(ManyStreams streams, URI uri, String[] sessions, int from, int to)
      throws IOException {
    for (int i = from; i < to; i++) {
      streams.open(uri, "Mcp-Session-Id: " + sessions[i]);
    }
  }

  /** An application that parks requests for some seconds and does nothing else. */
  private static Path bareWar() throws IOException {
    Path war = Files.createTempFile(Path.of("target"), "bare", ".war");
    try (OutputStream file = Files.newOutputStream(war);
        ZipOutputStream zip = new ZipOutputStream(file)) {
      zip.putNextEntry(new ZipEntry("park.jsp"));
      zip.write(
          ("<%@ page session=\"false\" %><% response.setContentType(\"text/event-stream\");"
                  + " response.flushBuffer();"
                  + " request.startAsync(request, response).setTimeout(20000); %>")
              .getBytes(UTF_8));
      zip.putNextEntry(new ZipEntry("WEB-INF/web.xml"));
      zip.write(
          ("<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.0\"><servlet>"
                  + "<servlet-name>park</servlet-name><jsp-file>/park.jsp</jsp-file>"
                  + "<async-supported>true</async-supported></servlet><servlet-mapping>"
                  + "<servlet-name>park</servlet-name><url-pattern>/park</url-pattern>"
                  + "</servlet-mapping></web-app>")
              .getBytes(UTF_8));
    }
    return war;
  }
}
