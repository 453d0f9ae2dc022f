package dev.postern.protocol.method;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.ErrorCode;
import dev.postern.message.Json;
import dev.postern.message.RpcException;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.protocol.CallContext;
import dev.postern.protocol.MethodHandler;
import dev.postern.protocol.Result;
import dev.postern.protocol.ToolCalls;
import java.util.Optional;

/** {@code tools/call}. */
public final class ToolsCall implements MethodHandler {
  private final ToolCalls calls;

  public ToolsCall(ToolCalls calls) {
    this.calls = calls;
  }

  @Override
  public Result handle(CallContext context, ObjectNode params)
      throws RpcException, InterruptedException {
    JsonNode name = params.path("name");
    if (!name.isTextual()) {
      throw new RpcException(ErrorCode.INVALID_PARAMS, "\"params.name\" must name a tool");
    }
    Optional<CallToolResult> result =
        calls.call(name.textValue(), arguments(params.get("arguments")), context.principal());
    return new Result.Tree(
        result
            .orElseThrow(
                () ->
                    new RpcException(ErrorCode.INVALID_PARAMS, "Unknown tool: " + name.textValue()))
            .json());
  }

  /** Clients leave {@code arguments} out, or send null, where a tool takes none. */
  private static ObjectNode arguments(JsonNode given) throws RpcException {
    if (given == null || given.isNull()) {
      return Json.object();
    }
    if (given instanceof ObjectNode object) {
      return object;
    }
    throw new RpcException(ErrorCode.INVALID_PARAMS, "\"params.arguments\" must be an object");
  }
}
