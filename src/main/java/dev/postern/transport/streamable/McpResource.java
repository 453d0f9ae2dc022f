package dev.postern.transport.streamable;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.ErrorCode;
import dev.postern.message.Json;
import dev.postern.message.Message;
import dev.postern.message.RpcException;
import dev.postern.protocol.Dispatcher;
import dev.postern.protocol.stateful.Handshake;
import dev.postern.protocol.stateful.SessionException;
import dev.postern.security.Principal;
import dev.postern.security.inbound.McpGuard;
import dev.postern.session.Session;
import dev.postern.transport.RequestBody;
import dev.postern.transport.ServletPair;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.OPTIONS;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import java.io.IOException;

/**
 * The MCP endpoint over Streamable HTTP. Reads and writes bytes itself: the servlet pair comes from
 * {@code current} and every answer is committed before the method returns.
 */
@Path("/mcp")
public final class McpResource {
  private static final String SESSION_ID = "MCP-Session-Id";
  private static final String PROTOCOL_VERSION = "MCP-Protocol-Version";

  private final ThreadLocal<ServletPair> current;
  private final Dispatcher dispatcher;
  private final Handshake handshake;
  private final OpenStreams streams;
  private final RequestBody body;

  public McpResource(
      ThreadLocal<ServletPair> current,
      Dispatcher dispatcher,
      Handshake handshake,
      OpenStreams streams,
      RequestBody body) {
    this.current = current;
    this.dispatcher = dispatcher;
    this.handshake = handshake;
    this.streams = streams;
    this.body = body;
  }

  @POST
  public void post() throws IOException {
    ServletPair pair = current.get();
    HttpAnswer answer = new HttpAnswer(pair.request(), pair.response());
    if (!RequestBody.isJson(pair.request())) {
      answer.refuse(415, ErrorCode.INVALID_REQUEST, "The Content-Type must be application/json");
      return;
    }
    if (!answer.isAcceptable()) {
      answer.refuse(
          406,
          ErrorCode.INVALID_REQUEST,
          "Accept must allow application/json or text/event-stream");
      return;
    }
    byte[] bytes = body.read(pair.request());
    if (bytes == null) {
      answer.refuse(
          413,
          ErrorCode.INVALID_REQUEST,
          "The body is larger than " + body.limit() + " bytes (setting postern.mcp.maxBody)");
      return;
    }
    Message message;
    try {
      message = read(bytes);
    } catch (RpcException e) {
      answer.error(400, null, e);
      return;
    }
    receive(message, pair.request(), answer);
  }

  private static Message read(byte[] bytes) throws RpcException {
    JsonNode json;
    try {
      json = Json.parse(bytes);
    } catch (JsonProcessingException e) {
      throw new RpcException(
          ErrorCode.PARSE_ERROR, "The body is not JSON: " + e.getOriginalMessage());
    }
    return Message.of(json);
  }

  private void receive(Message message, HttpServletRequest http, HttpAnswer answer)
      throws IOException {
    JsonNode id = message instanceof Message.Request request ? request.id() : null;
    Principal principal = McpGuard.principal(http);
    String sessionId = http.getHeader(SESSION_ID);
    try {
      if (message instanceof Message.Request request
          && request.method().equals(Handshake.INITIALIZE)) {
        Handshake.Opened opened = handshake.initialize(sessionId, request.params(), principal);
        answer.header(SESSION_ID, opened.session().id());
        answer.result(id, opened.result());
        return;
      }
      Session session = handshake.find(sessionId, http.getHeader(PROTOCOL_VERSION), principal);
      if (message instanceof Message.Request request) {
        answer.result(id, dispatcher.dispatch(handshake.context(session), request));
      } else {
        answer.accepted();
      }
    } catch (SessionException e) {
      refuse(answer, id, e);
    } catch (RpcException e) {
      answer.error(200, id, e);
    } catch (InterruptedException e) { // the server stops
      Thread.currentThread().interrupt();
      answer.error(503, id, new RpcException(ErrorCode.INTERNAL_ERROR, "The gateway is stopping"));
    }
  }

  /** Opens a stream for what the server has to say outside of any request. */
  @GET
  public void get() throws IOException {
    ServletPair pair = current.get();
    HttpServletRequest http = pair.request();
    HttpAnswer answer = new HttpAnswer(http, pair.response());
    if (!answer.takesEvents()) {
      // The spec offers a stream or 405 for GET; any other answer sends clients into loops.
      answer.notAllowed("GET needs \"Accept: text/event-stream\"");
      return;
    }
    String sessionId = http.getHeader(SESSION_ID);
    if (sessionId == null) {
      answer.notAllowed("GET needs the header MCP-Session-Id");
      return;
    }
    try {
      Session session =
          handshake.find(sessionId, http.getHeader(PROTOCOL_VERSION), McpGuard.principal(http));
      open(session, pair);
    } catch (SessionException e) {
      refuse(answer, null, e);
    }
  }

  private void open(Session session, ServletPair pair) throws IOException {
    HttpServletResponse response = pair.response();
    response.setStatus(HttpServletResponse.SC_OK);
    response.setContentType("text/event-stream");
    response.setHeader("Cache-Control", "no-cache, no-transform");
    response.setHeader("X-Accel-Buffering", "no"); // nginx would hold events back
    response.flushBuffer();
    AsyncContext async = pair.request().startAsync(pair.request(), response);
    EventStream stream =
        new EventStream(
            async, response.getOutputStream(), closed -> streams.remove(session.id(), closed));
    streams.add(session.id(), stream);
    stream.start();
  }

  @DELETE
  public void delete() throws IOException {
    ServletPair pair = current.get();
    HttpServletRequest http = pair.request();
    HttpAnswer answer = new HttpAnswer(http, pair.response());
    try {
      Session session =
          handshake.find(
              http.getHeader(SESSION_ID),
              http.getHeader(PROTOCOL_VERSION),
              McpGuard.principal(http));
      handshake.end(session);
      streams.end(session.id());
      answer.empty(204);
    } catch (SessionException e) {
      refuse(answer, null, e);
    }
  }

  @OPTIONS
  public void options() throws IOException {
    ServletPair pair = current.get();
    pair.response().setHeader("Allow", HttpAnswer.ALLOWED);
    new HttpAnswer(pair.request(), pair.response()).empty(204);
  }

  /** Without this Jersey would serve HEAD by GET, which opens a stream. */
  @HEAD
  public void head() throws IOException {
    notAllowed();
  }

  @PUT
  public void put() throws IOException {
    notAllowed();
  }

  @PATCH
  public void patch() throws IOException {
    notAllowed();
  }

  private void notAllowed() throws IOException {
    ServletPair pair = current.get();
    new HttpAnswer(pair.request(), pair.response())
        .notAllowed("The endpoint takes " + HttpAnswer.ALLOWED);
  }

  private static void refuse(HttpAnswer answer, JsonNode id, SessionException e)
      throws IOException {
    switch (e.reason()) {
      case UNKNOWN ->
          answer.error(404, id, new RpcException(ErrorCode.SESSION_NOT_FOUND, e.getMessage()));
      case MISSING, INVALID ->
          answer.error(400, id, new RpcException(ErrorCode.INVALID_REQUEST, e.getMessage()));
    }
  }
}
