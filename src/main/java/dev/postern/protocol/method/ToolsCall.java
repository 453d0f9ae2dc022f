package dev.postern.protocol.method;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.ErrorCode;
import dev.postern.message.RpcException;
import dev.postern.protocol.CallContext;
import dev.postern.protocol.MethodHandler;
import dev.postern.protocol.Result;
import dev.postern.protocol.ToolCalls;

/** {@code tools/call}. */
public final class ToolsCall implements MethodHandler {
  public static final String NAME = "tools/call";

  private final ToolCalls calls;

  public ToolsCall(ToolCalls calls) {
    this.calls = calls;
  }

  @Override
  public boolean letsClientGo(ObjectNode params) {
    return calls.letsClientGo(params.path("name").asText());
  }

  @Override
  public boolean mayWait() {
    return true;
  }

  @Override
  public Result handle(CallContext context, ObjectNode params)
      throws RpcException, InterruptedException {
    JsonNode name = params.path("name");
    if (!name.isTextual()) {
      throw new RpcException(ErrorCode.INVALID_PARAMS, "\"params.name\" must name a tool");
    }
    ObjectNode arguments = Params.object(params, "arguments");
    ObjectNode result =
        context
            .rounds()
            .run(
                context,
                NAME,
                params,
                (answers, state) ->
                    calls
                        .call(
                            name.textValue(),
                            arguments,
                            context.principal(),
                            context.conversation(params, answers, state))
                        .orElseThrow(
                            () ->
                                new RpcException(
                                    ErrorCode.INVALID_PARAMS,
                                    "Unknown tool: " + name.textValue())));
    return new Result.Tree(context.revision().shape(NAME, result));
  }
}
