package dev.postern.protocol.method;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.catalogue.Prompt;
import dev.postern.message.ErrorCode;
import dev.postern.message.RpcException;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.message.mcp.Outcome;
import dev.postern.protocol.CallContext;
import dev.postern.protocol.ClientCapabilities;
import dev.postern.protocol.MethodHandler;
import dev.postern.protocol.Result;
import java.util.Map;

/** {@code prompts/get}. */
public final class PromptsGet implements MethodHandler {
  public static final String NAME = "prompts/get";

  private final LiveCatalogue catalogue;

  public PromptsGet(LiveCatalogue catalogue) {
    this.catalogue = catalogue;
  }

  @Override
  public boolean mayWait() {
    return true;
  }

  @Override
  public Result handle(CallContext context, ObjectNode params)
      throws RpcException, InterruptedException {
    String name = Params.text(params, "name");
    Prompt prompt = catalogue.current().prompts().get(name);
    if (prompt == null) {
      throw new RpcException(ErrorCode.INVALID_PARAMS, "Unknown prompt: " + name);
    }
    ObjectNode arguments = Params.object(params, "arguments");
    check(prompt, arguments);
    ObjectNode result =
        context
            .rounds()
            .run(
                context,
                NAME,
                params,
                (answers, state) ->
                    get(
                        prompt,
                        new Call(
                            arguments,
                            context.principal(),
                            context.conversation(params, answers, state))));
    return new Result.Tree(context.revision().shape(NAME, result));
  }

  private static Outcome get(Prompt prompt, Call call) throws RpcException, InterruptedException {
    ClientCapabilities.demand(prompt.requirements(), call.conversation());
    Outcome outcome = prompt.binding().call(call);
    if (outcome instanceof CallToolResult failed) {
      throw failed.asProtocolError();
    }
    return outcome;
  }

  private static void check(Prompt prompt, ObjectNode arguments) throws RpcException {
    for (String required : prompt.required()) {
      if (!arguments.has(required)) {
        throw new RpcException(
            ErrorCode.INVALID_PARAMS, "The argument \"" + required + "\" is missing");
      }
    }
    for (Map.Entry<String, JsonNode> argument : arguments.properties()) {
      if (!argument.getValue().isTextual()) {
        throw new RpcException(
            ErrorCode.INVALID_PARAMS,
            "The argument \"" + argument.getKey() + "\" must be a string");
      }
    }
  }
}
