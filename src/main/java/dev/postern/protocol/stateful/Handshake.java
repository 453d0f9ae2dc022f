package dev.postern.protocol.stateful;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.ErrorCode;
import dev.postern.message.Json;
import dev.postern.message.RpcException;
import dev.postern.protocol.CallContext;
import dev.postern.protocol.Result;
import dev.postern.security.Principal;
import dev.postern.session.Session;
import dev.postern.session.SessionIds;

/** Starts, finds and ends sessions by the rules of the 2025 revisions. */
public final class Handshake {
  /** The method that starts a session; it cannot run inside one. */
  public static final String INITIALIZE = "initialize";

  private static final String NOT_A_CLAIM = "\"params.%s\" must be %s";

  private final SessionIds ids;
  private final ObjectNode serverInfo;

  /**
   * @param serverInfo the schema's {@code Implementation} that is shown to clients
   */
  public Handshake(SessionIds ids, ObjectNode serverInfo) {
    this.ids = ids;
    this.serverInfo = serverInfo;
  }

  /**
   * A session that has just begun.
   *
   * @param result of {@code initialize}
   */
  public record Opened(Session session, Result result) {}

  /**
   * Carries out {@code initialize}.
   *
   * @param sessionId the session that the request named; must be null
   * @throws SessionException if it named one
   * @throws RpcException if its params are at fault
   */
  public Opened initialize(String sessionId, ObjectNode params, Principal principal)
      throws SessionException, RpcException {
    if (sessionId != null) {
      find(sessionId, null, principal);
      throw new SessionException(
          SessionException.Reason.INVALID,
          "This session is initialised already; leave MCP-Session-Id out to start another");
    }
    JsonNode wish = params.path("protocolVersion");
    if (!wish.isTextual()) {
      throw invalidParams("protocolVersion", "a string such as " + StatefulVersions.NEWEST);
    }
    Session session =
        ids.issue(
            StatefulVersions.negotiate(wish.textValue()),
            object(params, "capabilities"),
            object(params, "clientInfo"),
            principal);
    ObjectNode result = Json.object();
    result.put("protocolVersion", session.protocolVersion());
    result.putObject("capabilities").putObject("tools").put("listChanged", true);
    result.set("serverInfo", serverInfo);
    return new Opened(session, new Result.Tree(result));
  }

  /**
   * The session that a request belongs to.
   *
   * @param sessionId the {@code MCP-Session-Id}; null where the request has none
   * @param version the {@code MCP-Protocol-Version}; null where the request has none
   */
  public Session find(String sessionId, String version, Principal principal)
      throws SessionException {
    if (sessionId == null) {
      throw new SessionException(
          SessionException.Reason.MISSING,
          "The header MCP-Session-Id is missing; send \"initialize\" first, its answer names the"
              + " session");
    }
    Session session =
        ids.open(sessionId, principal)
            .orElseThrow(
                () ->
                    new SessionException(
                        SessionException.Reason.UNKNOWN,
                        "Session not found; send \"initialize\" to start a new one"));
    if (version != null && !StatefulVersions.isKnown(version)) {
      throw new SessionException(
          SessionException.Reason.INVALID,
          "The header MCP-Protocol-Version names an unsupported revision; supported are "
              + StatefulVersions.known());
    }
    return session;
  }

  public void end(Session session) {
    ids.end(session);
  }

  public CallContext context(Session session) {
    return new CallContext(
        session.principal(), session.protocolVersion(), session.clientCapabilities());
  }

  /** The schema requires both objects; clients are known to leave them out. */
  private static ObjectNode object(ObjectNode params, String key) throws RpcException {
    JsonNode value = params.get(key);
    if (value == null) {
      return Json.object();
    }
    if (value instanceof ObjectNode object) {
      return object;
    }
    throw invalidParams(key, "an object");
  }

  private static RpcException invalidParams(String key, String kind) {
    return new RpcException(ErrorCode.INVALID_PARAMS, NOT_A_CLAIM.formatted(key, kind));
  }
}
