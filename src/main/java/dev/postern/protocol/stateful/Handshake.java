package dev.postern.protocol.stateful;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.ErrorCode;
import dev.postern.message.Json;
import dev.postern.message.RpcException;
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
    StatefulRevision revision = negotiated(params);
    return opened(
        ids.issue(
            revision.version(),
            StatefulShape.capabilities(revision, object(params, "capabilities")),
            object(params, "clientInfo"),
            principal));
  }

  /**
   * Carries out {@code initialize} for a session that lives as long as its connection.
   *
   * @param connectionId becomes the session's id
   * @throws RpcException if the params are at fault
   */
  public Opened initializeConnection(String connectionId, ObjectNode params, Principal principal)
      throws RpcException {
    StatefulRevision revision = negotiated(params);
    return opened(
        ids.bind(
            connectionId,
            revision.version(),
            StatefulShape.capabilities(revision, object(params, "capabilities")),
            object(params, "clientInfo"),
            principal));
  }

  private static StatefulRevision negotiated(ObjectNode params) throws RpcException {
    JsonNode wish = params.path("protocolVersion");
    if (!wish.isTextual()) {
      throw invalidParams(
          "protocolVersion", "a string such as " + StatefulRevision.NEWEST.version());
    }
    return StatefulRevision.negotiate(wish.textValue());
  }

  private Opened opened(Session session) {
    ObjectNode result = Json.object();
    result.put("protocolVersion", session.protocolVersion());
    StatefulRevision revision = StatefulEra.revision(session);
    result.set("capabilities", capabilities(revision));
    result.set("serverInfo", StatefulShape.serverInfo(revision, serverInfo));
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
    if (version != null && StatefulRevision.of(version).isEmpty()) {
      throw new SessionException(
          SessionException.Reason.INVALID,
          "The header MCP-Protocol-Version names an unsupported revision; supported are "
              + StatefulRevision.versions());
    }
    return session;
  }

  public void end(Session session) {
    ids.end(session);
  }

  private static ObjectNode capabilities(StatefulRevision revision) {
    ObjectNode capabilities = Json.object();
    capabilities.putObject("tools").put("listChanged", true);
    capabilities.putObject("prompts").put("listChanged", true);
    capabilities.putObject("resources").put("subscribe", true).put("listChanged", true);
    capabilities.putObject("logging");
    if (revision.knowsCompletions()) {
      capabilities.putObject("completions");
    }
    return capabilities;
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
