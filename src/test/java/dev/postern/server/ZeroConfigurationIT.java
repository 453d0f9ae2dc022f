package dev.postern.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.server.TomcatServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The WAR copied into the {@code webapps} of a plain Tomcat, three times, and nothing else. */
class ZeroConfigurationIT {
  private static TomcatServer tomcat;

  @BeforeAll
  static void copyTheWar() throws IOException {
    tomcat =
        TomcatServer.tomcat10()
            .deploy("/postern")
            .deploy("/")
            .deploy("/gateway/v1")
            .user("somebody", "secret", "reader")
            .start();
  }

  @AfterAll
  static void stop() throws IOException {
    tomcat.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/postern", "", "/gateway/v1"})
  void aClientConnectsAtAnyContextPath(String contextPath) throws Exception {
    McpClient client = new McpClient(URI.create(tomcat.origin() + contextPath + "/mcp"));
    assertThat(client.connect().at("/serverInfo/name").asText()).isNotEmpty();
    assertThat(client.tools().isArray()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/postern", "", "/gateway/v1"})
  void theConsoleAsksForALoginAtAnyContextPath(String contextPath) throws Exception {
    for (String path : new String[] {"/admin/", "/admin/tools", "/admin/index.jsp"}) {
      HttpResponse<String> response = get(contextPath + path, null);
      assertThat(response.statusCode()).as(contextPath + path).isEqualTo(401);
      assertThat(response.headers().firstValue("WWW-Authenticate").orElse("")).startsWith("Basic");
    }
  }

  @Test
  void aUserWithoutTheRoleDoesNotEnter() throws Exception {
    assertThat(get("/postern/admin/", "somebody:secret").statusCode()).isEqualTo(403);
    assertThat(get("/postern/admin/tools", "somebody:secret").statusCode()).isEqualTo(403);
    assertThat(get("/postern/admin/tools", "admin:admin").statusCode()).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/postern", "", "/gateway/v1"})
  void theStartNamesThePathsAndTheFolderOfTheData(String contextPath) throws Exception {
    String base = tomcat.origin() + contextPath;
    assertThat(tomcat.log())
        .contains(base + "/mcp")
        .contains(base + "/admin/")
        .contains(tomcat.base().resolve("postern-data").toString());
  }

  @Test
  void theDeploymentsShareNoData() {
    assertThat(tomcat.base().resolve("postern-data"))
        .isDirectoryContaining("glob:**/*")
        .satisfies(data -> assertThat(data.toFile().list()).hasSize(3));
  }

  @Test
  void toolsOutliveARestart() throws Exception {
    McpClient before = new McpClient(tomcat.uri("/mcp"));
    before.connect();
    int tools = before.tools().size();
    tomcat.stop();
    tomcat.start();
    // The same session goes on: its id carries its state, and the key lies in the database.
    assertThat(before.tools()).hasSize(tools);
  }

  @Test
  void nothingIsLoggedAsAFault() throws Exception {
    assertThat(tomcat.log())
        .doesNotContain("SEVERE")
        .doesNotContain("Exception")
        .doesNotContain("dev.postern.admin"); // which Jersey has warned of
  }

  private static HttpResponse<String> get(String path, String login) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(tomcat.origin() + path));
    if (login != null) {
      String encoded = Base64.getEncoder().encodeToString(login.getBytes(UTF_8));
      request.header("Authorization", "Basic " + encoded);
    }
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
  }
}
