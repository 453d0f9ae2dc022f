package dev.postern.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.message.Json;
import dev.postern.testing.server.RunningPostern;
import dev.postern.testing.server.TomcatServer;
import dev.postern.testing.service.RecordingService;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who gets in, and what other sites cannot make a logged-in browser do. */
class AdminSecurityIT {
  private static final RunningPostern POSTERN = RunningPostern.shared();
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final String TOOL =
      "{\"name\":\"security.t\",\"type\":\"static\",\"static\":{\"text\":\"x\"}}";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/admin",
        "/admin/",
        "/admin/tools",
        "/admin/tools/hello",
        "/admin/tool?name=hello",
        "/admin/try",
        "/admin/tests",
        "/admin/tools/hello/try",
        "/admin/tools/hello/tests",
        "/admin/tools?dryRun=true",
        "/admin/check",
        "/admin/assets/js/main.js",
        "/admin/ace/css/ace.css",
        "/admin/nowhere",
        "/admin;x=1/tools",
        "/%61dmin/tools",
        "/x/../admin/tools"
      })
  void nothingBelowAdminAnswersWithoutLogin(String path) throws Exception {
    for (String method : List.of("GET", "POST", "DELETE", "HEAD", "PUT", "OPTIONS", "MADEUP")) {
      assertThat(raw(method, path)).as(method).startsWith("HTTP/1.1 401");
    }
  }

  @Test
  void aUserWithoutTheRoleIsForbidden() throws Exception {
    try (TomcatServer tomcat =
        TomcatServer.tomcat10().deploy("/").user("joe", "secret", "manager-gui").start()) {
      HttpRequest request =
          HttpRequest.newBuilder(tomcat.uri("/admin/tools"))
              .header("Authorization", basic("joe", "secret"))
              .build();

      assertThat(HTTP.send(request, BodyHandlers.discarding()).statusCode()).isEqualTo(403);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/admin/",
        "/admin/tools",
        "/admin/assets/css/base.css",
        "/admin/ace/src-min-noconflict/ace.js"
      })
  void everyAnswerTellsTheBrowserWhatThePageMayDo(String path) throws Exception {
    HttpResponse<String> answer = send("GET", path, null);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(header(answer, "Content-Security-Policy"))
        .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
        .doesNotContain("unsafe");
    assertThat(header(answer, "X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(header(answer, "X-Frame-Options")).isEqualTo("DENY");
    assertThat(header(answer, "Referrer-Policy")).isEqualTo("no-referrer");
    assertThat(header(answer, "Cross-Origin-Opener-Policy")).isEqualTo("same-origin");
    assertThat(header(answer, "Cache-Control")).matches("no-cache|no-store");
    assertThat(answer.headers().allValues("Set-Cookie")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/admin/nowhere",
        "/admin/assets",
        "/admin/assets/",
        "/admin/assets/js/none.js",
        "/admin/index.jsp",
        "/admin/tools/a/b/try/c"
      })
  void pathsThatAreNoneAreSaidToBeInJson(String path) throws Exception {
    HttpResponse<String> answer = send("GET", path, null);

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(header(answer, "Content-Type")).startsWith("application/json");
    assertThat(Json.parse(answer.body()).at("/error/code").textValue()).isEqualTo("not_found");
  }

  @Test
  void thePageCarriesNeitherScriptNorStyleOfItsOwn() throws Exception {
    String page = send("GET", "/admin/", null).body();

    assertThat(page).doesNotContainPattern("<script(?![^>]* src=)");
    assertThat(page).doesNotContain("<style").doesNotContainPattern("\\son\\w+=|\\sstyle=");
    assertThat(page).doesNotContainPattern("(src|href)=['\"](https?:|//|/)");
  }

  @ParameterizedTest
  @CsvSource({
    "Sec-Fetch-Site, cross-site",
    "Sec-Fetch-Site, same-site",
    "Sec-Fetch-Site, none",
    "Origin, http://evil.example",
    "Origin, null",
    "Origin, https://127.0.0.1",
  })
  void whatAnotherSiteCausedChangesNothing(String name, String value) throws Exception {
    POSTERN.register(TOOL);

    HttpResponse<String> saved = send("POST", "/admin/tools", TOOL.replace("x", "y"), name, value);
    HttpResponse<String> gone = send("DELETE", "/admin/tools/security.t", null, name, value);

    assertThat(saved.statusCode()).isEqualTo(403);
    assertThat(Json.parse(saved.body()).at("/error/code").textValue()).isEqualTo("cross_site");
    assertThat(gone.statusCode()).isEqualTo(403);
    assertThat(send("GET", "/admin/tools/security.t", null).body())
        .contains("\"enabled\":true")
        .contains("\\\"x\\\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/admin/try",
        "/admin/tests",
        "/admin/check",
        "/admin/tools?dryRun=true",
        "/admin/tools/security.t/try",
        "/admin/tools/security.t/tests"
      })
  void whatAnotherSiteCausedCallsNoServiceAndTellsNothing(String path) throws Exception {
    POSTERN.register(TOOL);
    try (RecordingService service = RecordingService.start()) {
      String body =
          "{\"configJson\":{\"name\":\"security.t\",\"type\":\"http\",\"http\":{\"url\":\"%s\"}}}"
              .formatted(service.url("/x"));

      HttpResponse<String> caused = send("POST", path, body, "Sec-Fetch-Site", "cross-site");
      HttpResponse<String> form = send("POST", path, body, "Content-Type", "text/plain");

      assertThat(caused.statusCode()).isEqualTo(403);
      assertThat(Json.parse(caused.body()).at("/error/code").textValue()).isEqualTo("cross_site");
      assertThat(form.statusCode()).isEqualTo(415);
      assertThat(service.requests()).isEmpty();
      assertThat(send("POST", path, body).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void ourOwnPageMayWrite() throws Exception {
    String origin = POSTERN.tomcat().origin();

    assertThat(
            send("POST", "/admin/tools", TOOL, "Origin", origin, "Sec-Fetch-Site", "same-origin")
                .statusCode())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=b"
      })
  void aTypeThatFormsCanSendIsRefused(String type) throws Exception {
    HttpResponse<String> answer = send("POST", "/admin/tools", TOOL, "Content-Type", type);

    assertThat(answer.statusCode()).isEqualTo(415);
    assertThat(Json.parse(answer.body()).get("ok").booleanValue()).isFalse();
  }

  @Test
  void otherSitesMayLinkToTheConsoleButNotReadFromIt() throws Exception {
    String[] link = {
      "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"
    };
    String[] frame = {
      "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "iframe"
    };

    assertThat(send("GET", "/admin/", null, link).statusCode()).isEqualTo(200);
    assertThat(send("GET", "/admin/", null, frame).statusCode()).isEqualTo(403);
    assertThat(send("GET", "/admin/tools", null, "Sec-Fetch-Site", "cross-site").statusCode())
        .isEqualTo(403);
  }

  @Test
  void behindAProxyTheConfiguredOriginMayWrite() throws Exception {
    try (TomcatServer tomcat =
        TomcatServer.tomcat10()
            .deploy("/postern")
            .user("ops", "secret", "postern-admin")
            .systemProperty("postern.admin.origins", "https://tools.example.com")
            .start()) {
      URI tools = tomcat.uri("/admin/tools");

      assertThat(write(tools, "https://tools.example.com")).isEqualTo(200);
      assertThat(write(tools, "https://evil.example.com")).isEqualTo(403);
    }
  }

  @Test
  void oversizeBodiesAreRefusedByTheServerToo() throws Exception {
    String large = "{\"name\":\"" + "x".repeat(1_100_000) + "\"}";

    assertThat(send("POST", "/admin/tools", large).statusCode()).isEqualTo(413);
  }

  private static int write(URI tools, String origin) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(tools)
            .header("Authorization", basic("ops", "secret"))
            .header("Content-Type", "application/json")
            .header("Origin", origin)
            .POST(BodyPublishers.ofString(TOOL))
            .build();
    return HTTP.send(request, BodyHandlers.discarding()).statusCode();
  }

  private static HttpResponse<String> send(
      String method, String path, String body, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(POSTERN.uri(path)).header("Authorization", basic("ops", "secret"));
    request.header("Content-Type", "application/json");
    for (int i = 0; i < headers.length; i += 2) {
      request.setHeader(headers[i], headers[i + 1]);
    }
    return HTTP.send(
        request
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  private static String header(HttpResponse<String> answer, String name) {
    return answer.headers().firstValue(name).orElse("");
  }

  /** The status line, for paths and methods that a client library would tidy up first. */
  private static String raw(String method, String path) throws IOException {
    URI base = POSTERN.uri("");
    try (Socket socket = new Socket(base.getHost(), base.getPort())) {
      String request =
          method
              + " "
              + base.getPath()
              + path
              + " HTTP/1.1\r\nHost: "
              + base.getAuthority()
              + "\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return answer.lines().findFirst().orElse("");
    }
  }

  private static String basic(String user, String password) {
    byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(both);
  }
}
