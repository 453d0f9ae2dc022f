package dev.postern.protocol.stateless;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.ErrorCode;
import dev.postern.message.Json;
import dev.postern.message.Message;
import dev.postern.message.mcp.LogLevel;
import dev.postern.protocol.Client;
import java.util.Map;
import java.util.Optional;

/**
 * What a request says of itself in its {@code _meta}, compared with the headers that repeat it. The
 * checks come in the order that clients expect: shape, contradictions, support, absences.
 */
public record Envelope(Client client, Optional<LogLevel> logLevel) {
  private static final String PREFIX = "io.modelcontextprotocol/";
  private static final String CAPABILITIES = PREFIX + "clientCapabilities";
  private static final String INFO = PREFIX + "clientInfo";
  private static final String PROTOCOL_VERSION = "MCP-Protocol-Version";
  private static final String METHOD = "Mcp-Method";
  private static final String NAME = "Mcp-Name";

  /** Which member of the params the header {@code Mcp-Name} repeats. */
  private static final Map<String, String> NAMED =
      Map.of("tools/call", "name", "prompts/get", "name", "resources/read", "uri");

  /** Reads and checks the envelope of a request. */
  public static Envelope of(Message.Request request, Headers headers) throws RefusedException {
    Envelope envelope = check(request.method(), request.params(), headers);
    requirePresent(PROTOCOL_VERSION, headers.value(PROTOCOL_VERSION));
    requirePresent(METHOD, headers.value(METHOD));
    checkName(request, headers);
    return envelope;
  }

  /** The same where no headers repeat anything: on transports other than HTTP. */
  public static Envelope of(Message.Request request) throws RefusedException {
    return check(request.method(), request.params(), Headers.NONE);
  }

  /**
   * A notification needs neither headers nor envelope, as the specification has no rules for it;
   * what it has may not contradict itself.
   */
  public static void check(Message.Notification notification, Headers headers)
      throws RefusedException {
    if (notification.params().path("_meta").has(StatelessRevision.CLAIM)) {
      check(notification.method(), notification.params(), headers);
    }
  }

  private static Envelope check(String method, ObjectNode params, Headers headers)
      throws RefusedException {
    JsonNode meta = params.path("_meta");
    JsonNode version = meta.get(StatelessRevision.CLAIM);
    JsonNode capabilities = meta.get(CAPABILITIES);
    Optional<LogLevel> level = checkShape(meta, version, capabilities);
    String header = headers.value(PROTOCOL_VERSION);
    if (header != null && !header.equals(version.textValue())) {
      throw RefusedException.mismatch(
          "MCP-Protocol-Version is " + header + ", _meta says " + version.textValue());
    }
    String methodHeader = headers.value(METHOD);
    if (methodHeader != null && !methodHeader.equals(method)) {
      throw RefusedException.mismatch(
          "Mcp-Method is " + methodHeader + ", the body says " + method);
    }
    if (!version.textValue().equals(StatelessRevision.VERSION)) {
      throw unsupported(version.textValue());
    }
    ObjectNode info =
        meta.get(INFO) instanceof ObjectNode given ? given : Json.object(); // it is optional
    return new Envelope(new Client((ObjectNode) capabilities, info), level);
  }

  private static Optional<LogLevel> checkShape(
      JsonNode meta, JsonNode version, JsonNode capabilities) throws RefusedException {
    ArrayNode missing = Json.NODES.arrayNode();
    if (version == null) {
      missing.add("params._meta." + StatelessRevision.CLAIM);
    }
    if (capabilities == null) {
      missing.add("params._meta." + CAPABILITIES);
    }
    if (!missing.isEmpty()) {
      throw RefusedException.badRequest(
          ErrorCode.INVALID_PARAMS, "Missing: " + missing, Json.object().set("missing", missing));
    }
    require(version.isTextual(), StatelessRevision.CLAIM, "a string");
    require(capabilities.isObject(), CAPABILITIES, "an object");
    JsonNode info = meta.get(INFO);
    require(
        info == null || (info.path("name").isTextual() && info.path("version").isTextual()),
        INFO,
        "an object with name and version");
    JsonNode level = meta.get(PREFIX + "logLevel");
    Optional<LogLevel> known = level == null ? Optional.empty() : LogLevel.of(level.asText());
    require(level == null || known.isPresent(), PREFIX + "logLevel", "a log level");
    return known;
  }

  private static void require(boolean right, String key, String kind) throws RefusedException {
    if (!right) {
      throw RefusedException.badRequest(
          ErrorCode.INVALID_PARAMS, "\"params._meta." + key + "\" must be " + kind);
    }
  }

  /** Names what is served in this style only: a client picks from it and tries again alike. */
  private static RefusedException unsupported(String version) {
    ObjectNode data = Json.object();
    data.putArray("supported").add(StatelessRevision.VERSION);
    data.put("requested", version);
    return RefusedException.badRequest(
        ErrorCode.UNSUPPORTED_PROTOCOL_VERSION,
        "The revision " + version + " is not served without a session",
        data);
  }

  private static void checkName(Message.Request request, Headers headers) throws RefusedException {
    String key = NAMED.get(request.method());
    if (key == null) {
      return;
    }
    String header = headers.decoded(NAME);
    requirePresent(NAME, header);
    String named = request.params().path(key).asText();
    if (!header.equals(named)) {
      throw RefusedException.mismatch("Mcp-Name is \"" + header + "\", the body says " + named);
    }
  }

  private static void requirePresent(String name, String value) throws RefusedException {
    if (value == null) {
      throw RefusedException.mismatch("The header " + name + " is missing");
    }
  }
}
