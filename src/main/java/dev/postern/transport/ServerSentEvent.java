package dev.postern.transport;

import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;

/** Server-sent events as bytes (HTML standard, server-sent events). */
public final class ServerSentEvent {
  public static final String TYPE = "text/event-stream";

  /** Proxies close idle connections, and a servlet notices a vanished client only by writing. */
  public static final byte[] KEEP_ALIVE = ascii(": keep-alive\n\n");

  private static final byte[] MESSAGE = ascii("event: message\ndata: ");

  private ServerSentEvent() {}

  /** Sets what a response needs to be a stream of events that nobody holds back. */
  public static void prepare(HttpServletResponse response) {
    response.setStatus(HttpServletResponse.SC_OK);
    response.setContentType(TYPE);
    response.setHeader("Cache-Control", "no-cache, no-transform");
    response.setHeader("X-Accel-Buffering", "no"); // nginx would hold events back
  }

  /** A message without id. */
  public static byte[] message(byte[] json) {
    return joined(MESSAGE, json);
  }

  /** A message that a client can name in {@code Last-Event-ID}. */
  public static byte[] message(String id, byte[] json) {
    return joined(ascii("id: " + id + "\nevent: message\ndata: "), json);
  }

  /** An event of another name with plain text. */
  public static byte[] named(String name, String data) {
    return ascii("event: " + name + "\ndata: " + data + "\n\n");
  }

  /** Gives the client an id to resume from before there is any message, and when to try again. */
  public static byte[] priming(String id, long retryMillis) {
    return ascii("id: " + id + "\nretry: " + retryMillis + "\ndata: \n\n");
  }

  private static byte[] joined(byte[] head, byte[] json) {
    byte[] event = new byte[head.length + json.length + 2];
    System.arraycopy(head, 0, event, 0, head.length);
    System.arraycopy(json, 0, event, head.length, json.length);
    event[event.length - 2] = '\n';
    event[event.length - 1] = '\n';
    return event;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
