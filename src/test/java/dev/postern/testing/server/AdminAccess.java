package dev.postern.testing.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Base64;

/** The admin interface of a server, for somebody who may log in. */
public final class AdminAccess {
  private final HttpClient http = HttpClient.newHttpClient();
  private final String application;
  private final String login;

  /**
   * @param application where the WAR answers
   */
  public AdminAccess(URI application, String user, String password) {
    this.application = application.toString();
    login =
        "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(US_ASCII));
  }

  /**
   * Writes a row.
   *
   * @param path for instance {@code /admin/tools}
   * @throws AssertionError if it is refused
   */
  public void post(String path, String json) throws IOException, InterruptedException {
    HttpResponse<String> response =
        http.send(
            HttpRequest.newBuilder(URI.create(application + path))
                .header("Authorization", login)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .build(),
            BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new AssertionError(
          path + " refuses with " + response.statusCode() + " " + response.body() + ": " + json);
    }
  }
}
