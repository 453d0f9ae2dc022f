package dev.postern.conformance;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.postern.message.Json;
import dev.postern.testing.server.AdminAccess;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.ReceivedRequest;
import dev.postern.testing.service.RecordingService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The company's service that the rows call: plain HTTP, and where that does not suffice one of the
 * forms of answer that docs/tools.md describes.
 */
final class FixtureService implements AutoCloseable {
  private static final String RESULT = "application/vnd.postern.result+json";

  /** One red pixel. */
  private static final byte[] PNG =
      Base64.getDecoder()
          .decode(
              "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5E"
                  + "rkJggg==");

  /** A head without samples. */
  private static final byte[] WAV =
      Base64.getDecoder().decode("UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=");

  private static final String EMBEDDED =
      """
      {"content": [{"type": "resource", "resource": {
        "uri": "test://embedded-resource",
        "mimeType": "text/plain",
        "text": "This is an embedded resource content."}}]}
      """;

  private static final List<String> PROGRESS =
      List.of(
          "event: progress\ndata: {\"progress\": 0, \"total\": 100}\n\n",
          "event: progress\ndata: {\"progress\": 50, \"total\": 100}\n\n",
          "event: progress\ndata: {\"progress\": 100, \"total\": 100}\n\n",
          "event: result\ndata: \"Done\"\n\n");

  private static final List<String> LOG =
      List.of(
          "{\"level\": \"info\", \"data\": \"Tool execution started\"}\n",
          "{\"level\": \"info\", \"data\": \"Tool processing data\"}\n",
          "{\"level\": \"info\", \"data\": \"Tool execution completed\"}\n",
          "{\"result\": \"Done\"}\n");

  /** What the suites' own fixtures wait between two messages. */
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final RecordingService service = RecordingService.start();
  private final Interviews interviews;
  private final AdminAccess admin;
  private final AtomicInteger changes = new AtomicInteger();

  private FixtureService(Interviews interviews, AdminAccess admin) {
    this.interviews = interviews;
    this.admin = admin;
  }

  static FixtureService start(AdminAccess admin) throws IOException {
    FixtureService started = new FixtureService(Interviews.read(), admin);
    started.service.answerBy(started::answer);
    return started;
  }

  String url() {
    return service.url();
  }

  private Answer answer(ReceivedRequest request) {
    String path = request.target();
    String last = path.substring(path.lastIndexOf('/') + 1);
    if (path.startsWith("/interviews/")) {
      return interview(last, request);
    }
    return switch (path) {
      case "/dot.png" -> Answer.of(200, PNG, "Content-Type: image/png");
      case "/silence.wav" -> Answer.of(200, WAV, "Content-Type: audio/wav");
      case "/embedded" -> Answer.text(200, RESULT, EMBEDDED);
      case "/progress" -> inPieces("text/event-stream", PROGRESS);
      case "/log" -> inPieces("application/x-ndjson", LOG);
      case "/slow" -> Answer.json("{\"late\":true}").after(Duration.ofMillis(500));
      case "/broken" -> Answer.json(500, "{\"message\":\"This error is wanted\"}");
      case "/changes/tool" -> change("tools", "tool");
      case "/changes/prompt" -> change("prompts", "prompt");
      default -> Answer.json(404, "{\"message\":\"Nothing is here\"}");
    };
  }

  private Answer interview(String name, ReceivedRequest request) {
    try {
      return Answer.text(
          200, RESULT, Json.text(interviews.next(name, Json.parse(request.bodyText()))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends each piece as soon as it is there; the end of the connection ends the answer. */
  private static Answer inPieces(String contentType, List<String> pieces) {
    String head =
        "HTTP/1.1 200 OK\r\nContent-Type: " + contentType + "\r\nConnection: close\r\n\r\n";
    return (request, out) -> {
      out.write(head.getBytes(US_ASCII));
      for (String piece : pieces) {
        out.write(piece.getBytes(UTF_8));
        out.flush();
        Thread.sleep(PAUSE.toMillis());
      }
      return false;
    };
  }

  /** Does to the catalogue what an operator would do. */
  private Answer change(String kind, String row) {
    try {
      admin.post(
          "/admin/" + kind,
          Fixtures.changing(row)
              .replace("NUMBER-OF-CHANGES", Integer.toString(changes.incrementAndGet())));
      return Answer.json("{\"changes\":" + changes + "}");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Answer.closed();
    }
  }

  @Override
  public void close() {
    service.close();
  }
}
