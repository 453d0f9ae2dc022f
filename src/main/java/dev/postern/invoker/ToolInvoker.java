package dev.postern.invoker;

import dev.postern.catalogue.Call;
import dev.postern.catalogue.Tool;
import dev.postern.message.mcp.Outcome;

/** Carries out a call, with whatever wiring put in front of the tool's binding. */
@FunctionalInterface
public interface ToolInvoker {

  /**
   * @throws InterruptedException if the caller no longer wants the answer
   */
  Outcome invoke(Tool tool, Call call) throws InterruptedException;
}
