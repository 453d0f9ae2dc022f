package dev.postern.protocol.method;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.ErrorCode;
import dev.postern.message.Json;
import dev.postern.message.RpcException;

/** Reads members of a request's params. */
final class Params {
  private Params() {}

  /** Clients leave optional objects out, or send null. */
  static ObjectNode object(ObjectNode params, String key) throws RpcException {
    JsonNode given = params.get(key);
    if (given == null || given.isNull()) {
      return Json.object();
    }
    if (given instanceof ObjectNode object) {
      return object;
    }
    throw new RpcException(ErrorCode.INVALID_PARAMS, "\"params." + key + "\" must be an object");
  }

  static String text(ObjectNode params, String key) throws RpcException {
    JsonNode given = params.path(key);
    if (!given.isTextual()) {
      throw new RpcException(ErrorCode.INVALID_PARAMS, "\"params." + key + "\" must be a string");
    }
    return given.textValue();
  }
}
