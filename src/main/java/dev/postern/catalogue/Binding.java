package dev.postern.catalogue;

import dev.postern.message.mcp.CallToolResult;

/**
 * How one tool is carried out, compiled when the tool is loaded. Implementations are safe for
 * concurrent use and hold nothing that a closed catalogue would leak.
 */
@FunctionalInterface
public interface Binding {

  /**
   * Carries out the call on the calling thread.
   *
   * @return the service's answer, or what went wrong with it as a result with {@code isError};
   *     exceptions are faults of the gateway
   * @throws InterruptedException if the caller no longer wants the answer
   */
  CallToolResult call(ToolCall call) throws InterruptedException;
}
