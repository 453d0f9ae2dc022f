package dev.postern.transport.streamable;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.RpcException;
import dev.postern.protocol.Result;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** The HTTP response to one POST, GET or DELETE. Statuses are set, never "sent" as error pages. */
final class HttpAnswer {
  static final String ALLOWED = "GET, POST, DELETE, OPTIONS";

  private final HttpServletRequest request;
  private final HttpServletResponse response;

  HttpAnswer(HttpServletRequest request, HttpServletResponse response) {
    this.request = request;
    this.response = response;
  }

  void header(String name, String value) {
    response.setHeader(name, value);
  }

  void result(JsonNode id, Result result) throws IOException {
    body(200, RpcJson.response(id, result));
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
    String accept = request.getHeader("Accept");
    return accept == null
        || accept.contains("application/json")
        || accept.contains("*/*")
        || accept.contains("application/*");
  }

  boolean takesEvents() {
    String accept = request.getHeader("Accept");
    return accept != null
        && (accept.contains("text/event-stream")
            || accept.contains("*/*")
            || accept.contains("text/*"));
  }

  /** An answer is never of a type that the client excluded; errors before that are always JSON. */
  private void body(int status, byte[] json) throws IOException {
    boolean asEvent = status == 200 && !takesJson();
    byte[] bytes = asEvent ? OpenStreams.event(json) : json;
    response.setStatus(status);
    response.setContentType(asEvent ? "text/event-stream" : "application/json");
    response.setContentLength(bytes.length);
    response.getOutputStream().write(bytes);
    response.flushBuffer();
  }
}
