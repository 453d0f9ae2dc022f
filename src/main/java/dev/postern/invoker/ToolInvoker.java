package dev.postern.invoker;

import dev.postern.catalogue.ToolCall;
import dev.postern.message.mcp.CallToolResult;

/** Carries out a call, with whatever wiring put in front of the tool's binding. */
@FunctionalInterface
public interface ToolInvoker {

  /**
   * @throws InterruptedException if the caller no longer wants the answer
   */
  CallToolResult invoke(ToolCall call) throws InterruptedException;
}
