package dev.postern.testing.service;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.zip.GZIPOutputStream;

/** How the service answers one request. A lambda may write any bytes it likes. */
@FunctionalInterface
public interface Answer {

  /**
   * Writes the answer.
   *
   * @return whether the connection stays open for the next request
   */
  boolean write(ReceivedRequest request, OutputStream out) throws IOException, InterruptedException;

  static Answer json(String body) {
    return json(200, body);
  }

  static Answer json(int status, String body) {
    return of(status, body.getBytes(StandardCharsets.UTF_8), "Content-Type: application/json");
  }

  /** A status without a body. */
  static Answer empty(int status, String... headers) {
    return of(status, new byte[0], headers);
  }

  static Answer text(int status, String contentType, String body) {
    return of(status, body.getBytes(StandardCharsets.UTF_8), "Content-Type: " + contentType);
  }

  /**
   * @param headers whole lines without their line ends
   */
  static Answer of(int status, byte[] body, String... headers) {
    return (request, out) -> {
      ByteArrayOutputStream whole = new ByteArrayOutputStream(body.length + 200);
      boolean bodiless = status == 204 || status == 304;
      whole.writeBytes(head(status, bodiless ? -1 : body.length, headers));
      if (!bodiless && !request.method().equals("HEAD")) {
        whole.writeBytes(body);
      }
      out.write(whole.toByteArray());
      return true;
    };
  }

  /** JSON, compressed. */
  static Answer gzip(String json) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(json.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return of(
        200, packed.toByteArray(), "Content-Type: application/json", "Content-Encoding: gzip");
  }

  /** Tells back the whole request as JSON: {@code {"head": "...", "body": "..."}}. */
  static Answer echo(int status) {
    return (request, out) ->
        json(
                status,
                dev.postern.message.Json.text(
                    dev.postern.message.Json.object()
                        .put("head", request.head())
                        .put("body", request.bodyText())))
            .write(request, out);
  }

  /** Closes the connection without a byte. */
  static Answer closed() {
    return (request, out) -> false;
  }

  /** Promises more than it sends, then closes the connection. */
  static Answer cutOff(String body) {
    return (request, out) -> {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      out.write(head(200, bytes.length + 100, "Content-Type: application/json"));
      out.write(bytes);
      return false;
    };
  }

  /** Sends a body without end, as fast as it is taken. */
  static Answer endless() {
    return (request, out) -> {
      out.write(head(200, -1, "Content-Type: application/json", "Connection: close"));
      byte[] spaces = " ".repeat(8192).getBytes(StandardCharsets.US_ASCII);
      while (true) { // until the other side closes
        out.write(spaces);
      }
    };
  }

  /** Sends a body without end, one byte at a time. */
  static Answer drip(Duration pause) {
    return (request, out) -> {
      out.write(head(200, -1, "Content-Type: application/json", "Connection: close"));
      while (true) { // until the other side closes
        out.write(' ');
        out.flush();
        Thread.sleep(pause.toMillis());
      }
    };
  }

  /** Bytes that need not be HTTP at all. */
  static Answer raw(String bytes) {
    return (request, out) -> {
      out.write(bytes.getBytes(StandardCharsets.ISO_8859_1));
      return false;
    };
  }

  default Answer after(Duration delay) {
    return (request, out) -> {
      Thread.sleep(delay.toMillis());
      return write(request, out);
    };
  }

  private static byte[] head(int status, int length, String... headers) {
    StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Told so\r\n");
    for (String header : headers) {
      head.append(header).append("\r\n");
    }
    if (length >= 0) {
      head.append("Content-Length: ").append(length).append("\r\n");
    }
    return head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
  }
}
