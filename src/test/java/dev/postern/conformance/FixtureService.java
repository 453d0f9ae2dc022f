package dev.postern.conformance;

import dev.postern.message.Json;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.ReceivedRequest;
import dev.postern.testing.service.RecordingService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
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
