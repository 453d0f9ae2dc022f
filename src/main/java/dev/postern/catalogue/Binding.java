package dev.postern.catalogue;

import dev.postern.message.mcp.Outcome;

/**
 * How one tool, prompt or resource is carried out, compiled when it is loaded. Implementations are
 * safe for concurrent use and hold nothing that a closed catalogue would leak.
 */
@FunctionalInterface
public interface Binding {

  /**
   * Carries out the call on the calling thread. May be asked again with the client's answers.
   *
   * @return the service's answer, or what went wrong with it as a result with {@code isError};
   *     exceptions are faults of the gateway
   * @throws InterruptedException if the caller no longer wants the answer
   */
  Outcome call(Call call) throws InterruptedException;

  /** Whether its results may leave out something that a client can ask for afterwards. */
  default boolean leavesRest() {
    return false;
  }

  /** Whether it may {@linkplain Conversation#detach let its client go} during a call. */
  default boolean letsClientGo() {
    return false;
  }
}
