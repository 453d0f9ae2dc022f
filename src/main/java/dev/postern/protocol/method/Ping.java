package dev.postern.protocol.method;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.protocol.CallContext;
import dev.postern.protocol.MethodHandler;
import dev.postern.protocol.Result;

/** {@code ping}: an empty result, at once. */
public final class Ping implements MethodHandler {
  private static final Result PONG = new Result.Ready(Json.bytes(Json.object()));

  @Override
  public Result handle(CallContext context, ObjectNode params) {
    return PONG;
  }
}
