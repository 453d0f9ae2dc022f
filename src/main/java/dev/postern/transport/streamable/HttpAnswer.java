package dev.postern.transport.streamable;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.RpcException;
import dev.postern.protocol.RpcJson;
import dev.postern.transport.ServerSentEvent;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;

/** The HTTP side of one answer. Statuses are set, never "sent" as error pages. */
final class HttpAnswer {
  static final String ALLOWED = "GET, POST, DELETE, OPTIONS";

  private final HttpServletRequest request;
  private final HttpServletResponse response;

  /** Of the request, once it was asked for. */
  private String accept;

  HttpAnswer(HttpServletRequest request, HttpServletResponse response) {
    this.request = request;
    this.response = response;
  }

  void header(String name, String value) {
    response.setHeader(name, value);
  }

  void error(int status, JsonNode id, RpcException e) throws IOException {
    body(status, RpcJson.error(id, e));
  }

  void refuse(int status, int code, String message) throws IOException {
    error(status, null, new RpcException(code, message));
  }

  void notAllowed(String message) throws IOException {
    header("Allow", ALLOWED);
    body(405, RpcJson.refusal(message));
  }

  /** 202 without body and type; clients are known to choke on either. */
  void accepted() throws IOException {
    empty(202);
  }

  void empty(int status) throws IOException {
    response.setStatus(status);
    if (status != 204) {
      response.setContentLength(0);
    }
    response.flushBuffer();
  }

  boolean isAcceptable() {
    return takesJson() || takesEvents();
  }

  /** Lenient where the spec asks clients to list both types: many send one, or none. */
  boolean takesJson() {
    String accept = accept();
    return accept == null
        || accept.contains("application/json")
        || accept.contains("*/*")
        || accept.contains("application/*");
  }

  boolean takesEvents() {
    String accept = accept();
    return accept == null
        || accept.contains(ServerSentEvent.TYPE)
        || accept.contains("*/*")
        || accept.contains("text/*");
  }

  /** All lines of it as one, in lower case as types are; null where there is none. */
  private String accept() {
    if (accept == null) {
      Enumeration<String> lines = request.getHeaders("Accept");
      while (lines.hasMoreElements()) {
        String line = lines.nextElement().toLowerCase(Locale.ROOT);
        accept = accept == null ? line : accept + "," + line;
      }
    }
    return accept;
  }

  /** Whether a GET asks for a stream in so many words. */
  boolean asksForEvents() {
    return accept() != null && takesEvents();
  }

  /** Whether the very type of events is among what is accepted. */
  boolean namesEvents() {
    return accept() != null && accept().contains(ServerSentEvent.TYPE);
  }

  void body(int status, byte[] json) throws IOException {
    for (byte[] piece : head(status, List.of(json))) {
      response.getOutputStream().write(piece);
    }
    response.flushBuffer();
  }

  /**
   * Sets the head for a body that is known whole.
   *
   * @return the body as it goes out: an answer is never of a type that the client excluded, errors
   *     are JSON for everybody
   */
  List<byte[]> head(int status, List<byte[]> json) {
    boolean asEvent = status == 200 && !takesJson();
    List<byte[]> pieces = asEvent ? List.of(ServerSentEvent.message(RpcJson.joined(json))) : json;
    int length = 0;
    for (byte[] piece : pieces) {
      length += piece.length;
    }
    response.setStatus(status);
    response.setContentType(asEvent ? ServerSentEvent.TYPE : "application/json");
    response.setContentLength(length);
    return pieces;
  }
}
