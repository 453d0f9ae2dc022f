package dev.postern.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.server.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What somebody meets who has just cloned the project and typed {@code mvn -Prun}. */
class RunIT {
  private Path folder;
  private int port;

  @BeforeEach
  void chooseAPlace() throws IOException {
    folder =
        Files.createTempDirectory(Files.createDirectories(Path.of("target", "run-it")), "")
            .toAbsolutePath();
    port = FreePort.find();
  }

  @Test
  void theBannerIsTrue() throws Exception {
    try (LocalRun run = start()) {
      assertThat(run.output()).contains("bound to 127.0.0.1:" + port);
      McpClient client = new McpClient(URI.create(run.told("MCP clients connect to +(\\S+)")));
      client.connect();
      assertThat(client.tools().findValuesAsText("name"))
          .contains("hello", "user.get", "weather.search");
      assertThat(text(client.call("hello", "{\"name\":\"Ada\"}"))).contains("Hello Ada");
      assertThat(client.call("user.get", "{\"id\":\"1\"}").at("/structuredContent/name").asText())
          .isEqualTo("Ada Lovelace");
      assertThat(client.call("user.get", "{\"id\":\"3\"}").path("isError").asBoolean()).isTrue();
      assertThat(paste(run.told("(curl .*)"))).contains("Lisbon").contains("celsius");
      assertThat(console(run, "/").statusCode()).isEqualTo(200);
      assertThat(run.children()).as("everything runs in one process").isZero();
    }
  }

  @Test
  void tomcatsOwnErrorPageTellsNothingOfItsInside() throws Exception {
    try (LocalRun run = start()) {
      URI mcp = URI.create(run.told("MCP clients connect to +(\\S+)"));
      HttpResponse<String> refused =
          new McpClient(mcp).header("X-Huge", "x".repeat(20_000)).post("{}");
      assertThat(refused.statusCode()).isEqualTo(400);
      assertThat(refused.body()).doesNotContain("Exception", "\tat ", "Apache Tomcat");
    }
  }

  @Test
  void itEndsWithinSecondsAndKeepsItsDataForTheNextTime() throws Exception {
    try (LocalRun first = start()) {
      HttpResponse<String> stored =
          console(
              first,
              "/tools",
              "{\"name\":\"mine\",\"description\":\"Mine\","
                  + "\"type\":\"static\",\"inputSchema\":{\"type\":\"object\"},"
                  + "\"static\":{\"text\":\"kept\"}}");
      assertThat(stored.statusCode()).as(stored.body()).isEqualTo(200);
      assertThat(first.terminate()).isLessThan(Duration.ofSeconds(10));
    }
    try (LocalRun second = start()) {
      McpClient client = new McpClient(URI.create(second.told("MCP clients connect to +(\\S+)")));
      client.connect();
      assertThat(text(client.call("mine", "{}"))).contains("kept");
      JsonNode weather = client.call("weather.search", "{\"city\":\"Oslo\"}");
      assertThat(weather.path("isError").asBoolean()).as("the sample service moved").isFalse();
    }
  }

  @Test
  void aTakenPortEndsInOneMessageThatNamesTheWayOut() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
        LocalRun run = LocalRun.start(Integer.toString(other.getLocalPort()), folder)) {
      assertThat(run.exit()).isEqualTo(1);
      assertThat(run.output())
          .contains("Port " + other.getLocalPort())
          .contains("mvn -Prun -Dport=")
          .doesNotContain("Exception", "\tat ");
      assertThat(run.output().lines()).hasSizeLessThan(8);
    }
  }

  @Test
  void aPortThatIsNoneEndsInOneMessage() throws Exception {
    try (LocalRun run = LocalRun.start("http", folder)) {
      assertThat(run.exit()).isEqualTo(1);
      assertThat(run.output()).contains("-Dport=http is not a port").doesNotContain("Exception");
    }
  }

  private LocalRun start() throws Exception {
    LocalRun run = LocalRun.start(Integer.toString(port), folder);
    try {
      return run.awaitBanner();
    } catch (AssertionError e) {
      run.close();
      throw e;
    }
  }

  private static String text(JsonNode result) {
    return result.at("/content/0/text").asText();
  }

  private static String paste(String line) throws IOException {
    Process shell = new ProcessBuilder("sh", "-c", line).redirectErrorStream(true).start();
    return new String(shell.getInputStream().readAllBytes(), UTF_8);
  }

  private static HttpResponse<String> console(LocalRun run, String path) throws Exception {
    McpClient console = admin(run, path);
    return console.send(console.builder().GET().build());
  }

  private static HttpResponse<String> console(LocalRun run, String path, String json)
      throws Exception {
    McpClient console = admin(run, path);
    return console.send(console.builder().POST(BodyPublishers.ofString(json)).build());
  }

  /** With the login that the banner told. */
  private static McpClient admin(LocalRun run, String path) throws IOException {
    String login = run.told("user +(\\S+)") + ":" + run.told("password +(\\S+)");
    return new McpClient(URI.create(run.told("console is at +(\\S+)/") + path))
        .header(
            "Authorization", "Basic " + Base64.getEncoder().encodeToString(login.getBytes(UTF_8)));
  }
}
