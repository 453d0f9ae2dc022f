package dev.postern.message;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * One JSON-RPC 2.0 message from a client: a request, a notification, or the reply to a question.
 */
public sealed interface Message {

  /**
   * @param id a string or an integer, echoed exactly as it came
   * @param params never null; empty where the message had none
   */
  record Request(JsonNode id, String method, ObjectNode params) implements Message {}

  /**
   * @param params never null; empty where the message had none
   */
  record Notification(String method, ObjectNode params) implements Message {}

  /** The client's answer to a request that the server sent. */
  record Reply(JsonNode id, ObjectNode body) implements Message {}

  /**
   * Reads the envelope.
   *
   * @throws RpcException {@link ErrorCode#INVALID_REQUEST} saying which member is wrong
   */
  static Message of(JsonNode json) throws RpcException {
    if (!(json instanceof ObjectNode body)) {
      throw invalid("A JSON-RPC message is a JSON object, not " + kind(json));
    }
    if (!"2.0".equals(body.path("jsonrpc").textValue())) {
      throw invalid("\"jsonrpc\" must be \"2.0\"");
    }
    JsonNode id = body.get("id");
    if (id != null && !id.isTextual() && !id.isIntegralNumber()) {
      throw invalid("\"id\" must be a string or an integer, not " + kind(id));
    }
    JsonNode method = body.get("method");
    if (method == null) {
      if (id != null && (body.has("result") || body.has("error"))) {
        return new Reply(id, body);
      }
      throw invalid("\"method\" is missing");
    }
    if (!method.isTextual()) {
      throw invalid("\"method\" must be a string, not " + kind(method));
    }
    JsonNode params = body.get("params");
    if (params == null) {
      params = Json.object();
    }
    if (!(params instanceof ObjectNode named)) {
      throw invalid("\"params\" must be an object, not " + kind(params));
    }
    return id == null
        ? new Notification(method.textValue(), named)
        : new Request(id, method.textValue(), named);
  }

  private static RpcException invalid(String message) {
    return new RpcException(ErrorCode.INVALID_REQUEST, message);
  }

  private static String kind(JsonNode json) {
    return switch (json.getNodeType()) {
      case ARRAY -> "an array";
      case OBJECT -> "an object";
      case NULL -> "null";
      case NUMBER -> "the number " + json;
      case BOOLEAN -> "a boolean";
      default -> "a " + json.getNodeType().name().toLowerCase(java.util.Locale.ROOT);
    };
  }
}
