package dev.postern.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.ErrorCode;
import dev.postern.message.Json;
import dev.postern.message.RpcException;
import java.nio.charset.StandardCharsets;

/** JSON-RPC messages of the server as bytes. */
public final class RpcJson {
  private static final byte[] BEFORE_ID = ascii("{\"jsonrpc\":\"2.0\",\"id\":");
  private static final byte[] BEFORE_RESULT = ascii(",\"result\":");

  private RpcJson() {}

  public static byte[] response(JsonNode id, Result result) {
    if (result instanceof Result.Tree tree) {
      ObjectNode json = Json.object().put("jsonrpc", "2.0");
      json.set("id", id);
      json.set("result", tree.json());
      return Json.bytes(json);
    }
    return response(id, result.bytes());
  }

  /** Around a result that was serialised long ago. */
  private static byte[] response(JsonNode id, byte[] resultBytes) {
    byte[] idBytes = Json.bytes(id);
    int length = BEFORE_ID.length + idBytes.length + BEFORE_RESULT.length + resultBytes.length + 1;
    byte[] json = new byte[length];
    int at = copy(BEFORE_ID, json, 0);
    at = copy(idBytes, json, at);
    at = copy(BEFORE_RESULT, json, at);
    at = copy(resultBytes, json, at);
    json[at] = '}';
    return json;
  }

  /**
   * @param id null where the request's id could not be read; it is left out then, as the schema of
   *     2025-11-25 allows
   */
  public static byte[] error(JsonNode id, RpcException e) {
    ObjectNode json = Json.object().put("jsonrpc", "2.0");
    if (id != null) {
      json.set("id", id);
    }
    ObjectNode error = json.putObject("error");
    error.put("code", e.code());
    error.put("message", e.getMessage());
    if (e.data() != null) {
      error.set("data", e.data());
    }
    return Json.bytes(json);
  }

  /** The body of a request that was refused before anybody looked at what it asks. */
  public static byte[] refusal(String reason) {
    return error(null, new RpcException(ErrorCode.INVALID_REQUEST, reason));
  }

  public static byte[] notification(String method, ObjectNode params) {
    ObjectNode json = Json.object().put("jsonrpc", "2.0").put("method", method);
    if (!params.isEmpty()) {
      json.set("params", params);
    }
    return Json.bytes(json);
  }

  public static byte[] request(String id, String method, ObjectNode params) {
    ObjectNode json = Json.object().put("jsonrpc", "2.0").put("id", id).put("method", method);
    if (!params.isEmpty()) {
      json.set("params", params);
    }
    return Json.bytes(json);
  }

  private static int copy(byte[] from, byte[] to, int at) {
    System.arraycopy(from, 0, to, at, from.length);
    return at + from.length;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
