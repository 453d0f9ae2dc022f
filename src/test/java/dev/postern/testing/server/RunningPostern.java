package dev.postern.testing.server;

import dev.postern.testing.mcp.McpClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;

/**
 * One Postern in a Tomcat of its own, on its embedded database. {@link #shared} is started once for
 * all test classes that only need any; they keep out of each other's way by the names of their
 * tools.
 */
public final class RunningPostern implements AutoCloseable {

  /** Small, so that tests need not send megabytes. */
  public static final int MAX_BODY = 300_000;

  public static final Duration KEEP_ALIVE = Duration.ofMillis(500);

  private static final String LOGIN =
      "Basic "
          + Base64.getEncoder().encodeToString("ops:secret".getBytes(StandardCharsets.US_ASCII));

  private static RunningPostern shared;

  private final HttpClient http = HttpClient.newHttpClient();
  private final TomcatServer tomcat;

  private RunningPostern(TomcatServer tomcat) {
    this.tomcat = tomcat;
  }

  /** Ends with the JVM; every Tomcat of tests does. */
  public static synchronized RunningPostern shared() {
    if (shared == null) {
      shared = start();
    }
    return shared;
  }

  public static RunningPostern start() {
    return start(Map.of());
  }

  /** With further settings, by their names. */
  public static RunningPostern start(Map<String, String> settings) {
    TomcatSetup setup =
        TomcatServer.tomcat10()
            .deploy("/postern")
            .user("ops", "secret", "postern-admin")
            .environment("POSTERN_SECRET_OPS_LOGIN", LOGIN)
            .systemProperty("postern.mcp.maxBody", Integer.toString(MAX_BODY))
            .systemProperty("postern.keepAlive", KEEP_ALIVE.toMillis() + "ms");
    settings.forEach(setup::systemProperty);
    try {
      return new RunningPostern(setup.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public URI uri(String path) {
    return tomcat.uri(path);
  }

  public TomcatServer tomcat() {
    return tomcat;
  }

  /** A client that has not connected yet. */
  public McpClient client() {
    return new McpClient(uri("/mcp"));
  }

  public McpClient connected() throws IOException, InterruptedException {
    McpClient client = client();
    client.connect();
    return client;
  }

  /** Registers a tool as its author would; a refusal fails the test. */
  public void register(String toolJson) throws IOException, InterruptedException {
    register("tools", toolJson);
  }

  /** Registers a row of this kind; a refusal fails the test. */
  public void register(String kind, String json) throws IOException, InterruptedException {
    HttpResponse<String> response = admin("POST", "/admin/" + kind, json);
    if (response.statusCode() != 200) {
      throw new AssertionError(response.statusCode() + " " + response.body());
    }
  }

  /** Any request to the admin interface, logged in. */
  public HttpResponse<String> admin(String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(path))
            .header("Authorization", LOGIN)
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (body != null) {
      request.header("Content-Type", "application/json");
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }

  /** A plain request without login. */
  public HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return http.send(request, BodyHandlers.ofString());
  }

  @Override
  public void close() {
    try {
      tomcat.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
