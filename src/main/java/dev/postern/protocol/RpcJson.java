package dev.postern.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.ErrorCode;
import dev.postern.message.Json;
import dev.postern.message.RpcException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** JSON-RPC messages of the server as bytes. */
public final class RpcJson {
  private static final byte[] BEFORE_ID = ascii("{\"jsonrpc\":\"2.0\",\"id\":");
  private static final byte[] BEFORE_RESULT = ascii(",\"result\":");
  private static final byte[] AFTER_RESULT = ascii("}");

  /** From here on copying a result costs more than writing it by itself, bytes. */
  private static final int LARGE = 64 * 1024;

  private RpcJson() {}

  public static byte[] response(JsonNode id, Result result) {
    if (result instanceof Result.Tree tree) {
      ObjectNode json = Json.object().put("jsonrpc", "2.0");
      json.set("id", id);
      json.set("result", tree.json());
      return Json.bytes(json);
    }
    return joined(List.of(BEFORE_ID, Json.bytes(id), BEFORE_RESULT, result.bytes(), AFTER_RESULT));
  }

  /** As {@link #response}, in pieces: a large result is not copied in order to be framed. */
  public static List<byte[]> pieces(JsonNode id, Result result) {
    return result instanceof Result.Ready ready && ready.bytes().length >= LARGE
        ? List.of(
            joined(List.of(BEFORE_ID, Json.bytes(id), BEFORE_RESULT)), ready.bytes(), AFTER_RESULT)
        : List.of(response(id, result));
  }

  /** What the pieces are as one. */
  public static byte[] joined(List<byte[]> pieces) {
    if (pieces.size() == 1) {
      return pieces.get(0);
    }
    int length = 0;
    for (byte[] piece : pieces) {
      length += piece.length;
    }
    byte[] whole = new byte[length];
    int at = 0;
    for (byte[] piece : pieces) {
      System.arraycopy(piece, 0, whole, at, piece.length);
      at += piece.length;
    }
    return whole;
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

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
