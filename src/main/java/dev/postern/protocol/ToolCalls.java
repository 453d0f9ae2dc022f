package dev.postern.protocol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Conversation;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.catalogue.Problem;
import dev.postern.catalogue.Tool;
import dev.postern.invoker.InvalidArguments;
import dev.postern.invoker.ToolInvoker;
import dev.postern.message.RpcException;
import dev.postern.message.mcp.Outcome;
import dev.postern.security.Principal;
import java.util.List;
import java.util.Optional;

/** Calls a tool by its name: looks it up, checks the arguments, hands it to the invoker. */
public final class ToolCalls {
  private final LiveCatalogue catalogue;
  private final ToolInvoker invoker;

  public ToolCalls(LiveCatalogue catalogue, ToolInvoker invoker) {
    this.catalogue = catalogue;
    this.invoker = invoker;
  }

  /** Whether the tool lets its client hang up and come back for the result. */
  public boolean letsClientGo(String name) {
    Tool tool = catalogue.current().tools().get(name);
    return tool != null && tool.binding().letsClientGo();
  }

  /**
   * @return empty where no such tool can be called; arguments that do not fit are a result, for the
   *     model to correct (2025-11-25, server/tools, error handling)
   * @throws RpcException if the client cannot do what the tool requires
   * @throws InterruptedException if the caller no longer wants the answer
   */
  public Optional<Outcome> call(
      String name, ObjectNode arguments, Principal principal, Conversation conversation)
      throws RpcException, InterruptedException {

    Tool tool = catalogue.current().tools().get(name);
    if (tool == null) {
      return Optional.empty();
    }
    ClientCapabilities.demand(tool.requirements(), conversation);
    List<Problem> problems = tool.inputSchema().validate(arguments);
    return Optional.of(
        problems.isEmpty()
            ? invoker.invoke(tool, new Call(arguments, principal, conversation))
            : InvalidArguments.result(problems));
  }
}
