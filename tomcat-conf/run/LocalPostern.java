import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;

/** What there is to do with the Postern that was just started: wait for it and give it tools. */
record LocalPostern(String url, String user, String password) {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /** Generous: 5 s are usual, and a busy laptop takes four times that. */
  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  /** Waits until tools can be listed. */
  void awaitAnswer() throws IOException, InterruptedException {
    HttpRequest list = HttpRequest.newBuilder(URI.create(url + "/mcp/tools")).build();
    long end = System.nanoTime() + START_LIMIT.toNanos();
    int status = 0;
    while (System.nanoTime() < end) {
      status = HTTP.send(list, BodyHandlers.discarding()).statusCode();
      if (status == 200) {
        return;
      }
      if (status == 404) {
        break; // deployed before the port opens, so absent means failed
      }
      Thread.sleep(200);
    }
    throw new IOException(url + "/mcp/tools answers " + status);
  }

  /** Registers every sample through the interface that everybody else has to use, too. */
  void register(Path samples, String serviceUrl) throws IOException, InterruptedException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(samples, "*.json")) {
      for (Path file : files) {
        register(Files.readString(file).replace("SAMPLE_SERVICE", serviceUrl), file);
      }
    }
  }

  private void register(String tool, Path file) throws IOException, InterruptedException {
    String login = Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + "/admin/tools"))
            .header("Authorization", "Basic " + login)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(tool))
            .build();
    HttpResponse<String> response = HTTP.send(request, BodyHandlers.ofString());
    if (response.statusCode() / 100 != 2) {
      throw new IOException(
          "The sample "
              + file.getFileName()
              + " was refused with "
              + response.statusCode()
              + ": "
              + response.body());
    }
  }
}
