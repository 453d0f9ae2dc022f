package dev.postern.testing.service;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * An answer that goes out piece by piece as the test says. Between pieces it sends empty lines,
 * which mean nothing in either kind of stream, to notice a caller that hangs up.
 */
public final class StreamedAnswer implements Answer {
  private static final String END = "the end";

  private final String contentType;
  private final boolean chatty;
  private final BlockingQueue<String> pieces = new LinkedBlockingQueue<>();

  private StreamedAnswer(String contentType, boolean chatty) {
    this.contentType = contentType;
    this.chatty = chatty;
  }

  public static StreamedAnswer events() {
    return new StreamedAnswer("text/event-stream", true);
  }

  public static StreamedAnswer lines() {
    return new StreamedAnswer("application/x-ndjson", true);
  }

  /** Sends nothing at all but the pieces. */
  public StreamedAnswer silent() {
    return new StreamedAnswer(contentType, false);
  }

  public StreamedAnswer send(String piece) {
    pieces.add(piece);
    return this;
  }

  public StreamedAnswer event(String name, String data) {
    return send("event: " + name + "\ndata: " + data + "\n\n");
  }

  public StreamedAnswer line(String json) {
    return send(json + "\n");
  }

  public StreamedAnswer end() {
    return send(END);
  }

  @Override
  public boolean write(ReceivedRequest request, OutputStream out)
      throws IOException, InterruptedException {
    out.write(
        ("HTTP/1.1 200 OK\r\nContent-Type: "
                + contentType
                + "\r\nTransfer-Encoding: chunked\r\n\r\n")
            .getBytes(US_ASCII));
    out.flush();
    while (true) {
      String piece = chatty ? pieces.poll(50, TimeUnit.MILLISECONDS) : pieces.take();
      if (END.equals(piece)) {
        chunk(out, "");
        return true;
      }
      chunk(out, piece == null ? "\n" : piece);
    }
  }

  private static void chunk(OutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    out.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(US_ASCII));
    out.write(bytes);
    out.write("\r\n".getBytes(US_ASCII));
    out.flush();
  }
}
