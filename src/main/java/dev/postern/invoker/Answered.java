package dev.postern.invoker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.Json;
import dev.postern.telemetry.CallTrace;
import dev.postern.upstream.UpstreamAnswer;
import dev.postern.upstream.UpstreamRequest.Header;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What came of a call: an answer of the service, perhaps put together of several or changed since.
 *
 * @param text what the model reads instead of the body; null for the body itself
 * @param notes what the model must know besides, such as that there is more
 */
public record Answered(UpstreamAnswer answer, String text, List<String> notes) {
  private static final String CONTENT_TYPE = "Content-Type";

  public Answered {
    notes = List.copyOf(notes);
  }

  public static Answered of(UpstreamAnswer answer) {
    return new Answered(answer, null, List.of());
  }

  /** Tells who watches what came of it. */
  void show(CallTrace trace) {
    if (trace.watches()) {
      trace.maps(answer.seen(), text, notes);
    }
  }

  public int status() {
    return answer.status();
  }

  /** Without parameters, in lower case; empty where the service named none. */
  public String mediaType() {
    return type().type();
  }

  /** The body as JSON; null where it is none, whatever it claims to be. */
  public JsonNode json() {
    MediaType type = type();
    if (!type.isJson() && !type.isAbsent()) {
      return null;
    }
    String body = BodyText.decode(answer.body(), type.charset());
    try {
      return body == null ? null : Json.parse(body);
    } catch (JsonProcessingException e) {
      return null;
    }
  }

  /** Whether it says that it is JSON, or nothing at all. */
  public boolean claimsJson() {
    MediaType type = type();
    return type.isJson() || type.isAbsent();
  }

  /** The body as text; null where it is none. */
  public String bodyText() {
    MediaType type = type();
    return type.isText() && !type.isImage() ? BodyText.decode(answer.body(), type) : null;
  }

  /** The same answer with this as its body. */
  public Answered withJson(JsonNode json) {
    return with(Json.bytes(json), "application/json");
  }

  /** The same answer with this as its body. */
  public Answered withText(String body) {
    return with(body.getBytes(StandardCharsets.UTF_8), "text/plain; charset=utf-8");
  }

  /** The same answer, of which the model reads this; the body, if any, stays for programs. */
  public Answered worded(String words) {
    return new Answered(answer, words, notes);
  }

  public Answered withStatus(int status) {
    return new Answered(new UpstreamAnswer(status, answer.headers(), answer.body()), text, notes);
  }

  public Answered noting(String note) {
    List<String> more = new ArrayList<>(notes);
    more.add(note);
    return new Answered(answer, text, more);
  }

  private MediaType type() {
    return MediaType.of(answer.header(CONTENT_TYPE));
  }

  private Answered with(byte[] body, String contentType) {
    List<Header> headers = new ArrayList<>();
    for (Header header : answer.headers()) {
      if (!header.name().equalsIgnoreCase(CONTENT_TYPE)) {
        headers.add(header);
      }
    }
    headers.add(new Header(CONTENT_TYPE, contentType));
    return new Answered(new UpstreamAnswer(answer.status(), headers, body), text, notes);
  }
}
