package dev.postern.transport.sse;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.ErrorCode;
import dev.postern.message.Json;
import dev.postern.message.RpcException;
import dev.postern.protocol.RpcJson;
import dev.postern.security.inbound.McpGuard;
import dev.postern.security.inbound.RequestBody;
import dev.postern.transport.Connection;
import dev.postern.transport.Connections;
import dev.postern.transport.HttpWithSse;
import dev.postern.transport.ResponseStream;
import dev.postern.transport.ServerSentEvent;
import dev.postern.transport.ServletPair;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Both halves of the transport: the stream, and what is posted to it. */
public final class SseEndpoint implements HttpWithSse {

  /** Below the context root; the path that Spring AI made common. */
  static final String MESSAGES = "/mcp/message";

  /** As servers of the SDKs say it; a client may print it. */
  private static final byte[] ACCEPTED = "Accepted".getBytes(StandardCharsets.US_ASCII);

  private final Connections connections;
  private final RequestBody body;

  public SseEndpoint(Connections connections, RequestBody body) {
    this.connections = connections;
    this.body = body;
  }

  @Override
  public void open(ServletPair pair) throws IOException {
    EventLine line = new EventLine(McpGuard.allHeaders(pair.request()));
    Optional<Connection> room = connections.open(McpGuard.principal(pair.request()), line, true);
    if (room.isEmpty()) {
      pair.response().setHeader("Retry-After", "30");
      refuse(
          pair,
          503,
          new RpcException(
              ErrorCode.INTERNAL_ERROR,
              "Too many connections are open (postern.connections.max, .perPrincipal)"));
      return;
    }
    Connection connection = room.get();
    try {
      ServerSentEvent.prepare(pair.response());
      pair.response().flushBuffer();
      AsyncContext async = pair.request().startAsync(pair.request(), pair.response());
      async.setTimeout(0);
      ResponseStream stream = ResponseStream.over(async, () -> connections.gone(connection));
      // A path and no host: behind a proxy only the client knows under which name it came.
      String path = pair.request().getContextPath() + MESSAGES;
      line.begin(stream, path + "?" + SESSION_ID + "=" + connection.id());
    } catch (IOException | RuntimeException e) {
      connections.gone(connection);
      throw e;
    }
  }

  @Override
  public void message(ServletPair pair) throws IOException {
    String id = pair.request().getParameter(SESSION_ID);
    if (!RequestBody.isJson(pair.request())) {
      refuse(pair, 415, invalid("The Content-Type must be application/json"));
      return;
    }
    if (id == null) {
      refuse(
          pair,
          400,
          invalid("The parameter sessionId is missing; the stream's first event has it"));
      return;
    }
    Optional<Connection> connection = connections.find(id, McpGuard.principal(pair.request()));
    if (connection.isEmpty()) {
      refuse(
          pair,
          404,
          new RpcException(
              ErrorCode.SESSION_NOT_FOUND, "There is no such stream (any more); open a new one"));
      return;
    }
    byte[] bytes = body.read(pair.request());
    if (bytes == null) {
      refuse(
          pair,
          413,
          invalid(
              "The body is larger than " + body.limit() + " bytes (setting postern.mcp.maxBody)"));
      return;
    }
    take(bytes, connection.get(), pair);
  }

  private static void take(byte[] bytes, Connection connection, ServletPair pair)
      throws IOException {
    Runnable work;
    try {
      work = connection.accept(parse(bytes));
    } catch (RpcException e) {
      refuse(pair, 400, e);
      return;
    }
    HttpServletResponse response = pair.response();
    response.setStatus(HttpServletResponse.SC_ACCEPTED);
    response.setContentType("text/plain");
    response.setContentLength(ACCEPTED.length);
    response.getOutputStream().write(ACCEPTED);
    response.flushBuffer(); // first, whatever the message leads to
    work.run();
  }

  private static JsonNode parse(byte[] bytes) throws RpcException {
    try {
      return Json.parse(bytes);
    } catch (JsonProcessingException e) {
      throw new RpcException(
          ErrorCode.PARSE_ERROR, "The body is not JSON: " + e.getOriginalMessage());
    }
  }

  private static RpcException invalid(String message) {
    return new RpcException(ErrorCode.INVALID_REQUEST, message);
  }

  static void refuse(ServletPair pair, int status, RpcException e) throws IOException {
    byte[] json = RpcJson.error(null, e);
    HttpServletResponse response = pair.response();
    response.setStatus(status);
    response.setContentType("application/json");
    response.setContentLength(json.length);
    response.getOutputStream().write(json);
    response.flushBuffer();
  }
}
