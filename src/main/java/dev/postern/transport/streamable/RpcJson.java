package dev.postern.transport.streamable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.ErrorCode;
import dev.postern.message.Json;
import dev.postern.message.RpcException;
import dev.postern.protocol.Result;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** JSON-RPC messages of the server as bytes. */
public final class RpcJson {
  private static final byte[] BEFORE_ID = ascii("{\"jsonrpc\":\"2.0\",\"id\":");
  private static final byte[] BEFORE_RESULT = ascii(",\"result\":");

  private RpcJson() {}

  static byte[] response(JsonNode id, Result result) {
    byte[] idBytes = Json.bytes(id);
    byte[] resultBytes = result.bytes();
    ByteArrayOutputStream json =
        new ByteArrayOutputStream(
            BEFORE_ID.length + idBytes.length + BEFORE_RESULT.length + resultBytes.length + 1);
    json.writeBytes(BEFORE_ID);
    json.writeBytes(idBytes);
    json.writeBytes(BEFORE_RESULT);
    json.writeBytes(resultBytes);
    json.write('}');
    return json.toByteArray();
  }

  /**
   * @param id null where the request's id could not be read; it is left out then, as the schema of
   *     2025-11-25 allows
   */
  static byte[] error(JsonNode id, RpcException e) {
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

  static byte[] notification(String method) {
    return Json.bytes(Json.object().put("jsonrpc", "2.0").put("method", method));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
