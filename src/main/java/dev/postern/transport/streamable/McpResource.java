package dev.postern.transport.streamable;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.ErrorCode;
import dev.postern.message.Json;
import dev.postern.message.Message;
import dev.postern.message.RpcException;
import dev.postern.protocol.stateful.StatefulRevision;
import dev.postern.protocol.stateless.StatelessRevision;
import dev.postern.security.inbound.RequestBody;
import dev.postern.transport.HttpWithSse;
import dev.postern.transport.ServletPair;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.OPTIONS;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.util.Enumeration;

/**
 * The MCP endpoint over Streamable HTTP, for every revision. It reads the body once and decides the
 * era once: the body decides, headers cross-check. It writes answers itself; the servlet pair comes
 * from {@code current}.
 */
@Path("/mcp")
public final class McpResource {
  private static final String PROTOCOL_VERSION = "MCP-Protocol-Version";

  private final ThreadLocal<ServletPair> current;
  private final StatefulEndpoint stateful;
  private final StatelessEndpoint stateless;
  private final RequestBody body;
  private final HttpWithSse older;

  public McpResource(
      ThreadLocal<ServletPair> current,
      StatefulEndpoint stateful,
      StatelessEndpoint stateless,
      RequestBody body,
      HttpWithSse older) {
    this.current = current;
    this.stateful = stateful;
    this.stateless = stateless;
    this.body = body;
    this.older = older;
  }

  @POST
  public void post() throws IOException {
    ServletPair pair = current.get();
    if (pair.request().getQueryString() != null
        && pair.request().getParameter(HttpWithSse.SESSION_ID) != null) {
      older.message(pair);
      return;
    }
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
    try {
      receive(parse(bytes), pair, answer);
    } catch (RpcException e) {
      answer.error(400, null, e);
    }
  }

  private static JsonNode parse(byte[] bytes) throws RpcException {
    try {
      return Json.parse(bytes);
    } catch (JsonProcessingException e) {
      throw new RpcException(
          ErrorCode.PARSE_ERROR, "The body is not JSON: " + e.getOriginalMessage());
    }
  }

  private void receive(JsonNode json, ServletPair pair, HttpAnswer answer)
      throws RpcException, IOException {
    boolean modernHeader = isModern(pair.request());
    if (json instanceof ArrayNode batch) {
      if (modernHeader || claimsModern(batch)) {
        throw new RpcException(ErrorCode.INVALID_REQUEST, "This revision has no batches");
      }
      stateful.batch(batch, pair);
      return;
    }
    Message message = Message.of(json);
    if (message instanceof Message.Reply reply) {
      if (modernHeader) {
        throw new RpcException(ErrorCode.INVALID_REQUEST, "This revision has no replies");
      }
      stateful.reply(reply, pair);
    } else if (message instanceof Message.Notification notification) {
      if (modernHeader || claimsModern(notification.params())) {
        stateless.notice(notification, pair);
      } else {
        stateful.notice(notification, pair);
      }
    } else if (message instanceof Message.Request request) {
      if (claimsModern(request.params())) {
        stateless.request(request, pair);
      } else if (!modernHeader) {
        stateful.request(request, pair);
      } else if (StatefulEndpoint.isInitialize(request)) {
        answer.error(400, request.id(), contradiction());
      } else {
        stateless.request(request, pair); // which says what is missing
      }
    }
  }

  private static RpcException contradiction() {
    return new RpcException(
        ErrorCode.HEADER_MISMATCH,
        "MCP-Protocol-Version names a revision without sessions, the body is \"initialize\"");
  }

  private static boolean isModern(HttpServletRequest request) {
    Enumeration<String> lines = request.getHeaders(PROTOCOL_VERSION);
    while (lines.hasMoreElements()) { // all of them: whoever routed the request may have used any
      if (StatelessRevision.isStateless(lines.nextElement())) {
        return true;
      }
    }
    return false;
  }

  private static boolean claimsModern(ObjectNode params) {
    return params.path("_meta").has(StatelessRevision.CLAIM);
  }

  private static boolean claimsModern(ArrayNode batch) {
    for (JsonNode element : batch) {
      if (element.path("params").path("_meta").has(StatelessRevision.CLAIM)) {
        return true;
      }
    }
    return false;
  }

  /** Opens a stream for what the server has to say outside of any request, or resumes one. */
  @GET
  public void get() throws IOException {
    ServletPair pair = current.get();
    HttpAnswer answer = new HttpAnswer(pair.request(), pair.response());
    // The spec offers a stream or 405 for GET; any other answer sends clients into loops.
    if (!answer.asksForEvents()) {
      answer.notAllowed("GET needs \"Accept: text/event-stream\"");
    } else if (isModern(pair.request())) {
      answer.notAllowed("This revision has no GET; use subscriptions/listen");
    } else if (StatefulEndpoint.namesNoSession(pair)
        && answer.namesEvents()
        && opensOlder(pair.request())) {
      older.open(pair);
    } else {
      stateful.listen(pair);
    }
  }

  /**
   * Clients of 2024-11-05 open their stream by GET. Newer ones have a session by then, and most
   * name their revision.
   */
  private static boolean opensOlder(HttpServletRequest request) {
    String version = request.getHeader(PROTOCOL_VERSION);
    return version == null || StatefulRevision.beginsWithStream(version);
  }

  @DELETE
  public void delete() throws IOException {
    ServletPair pair = current.get();
    if (isModern(pair.request())) {
      new HttpAnswer(pair.request(), pair.response()).notAllowed("This revision has no sessions");
    } else {
      stateful.end(pair);
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
}
