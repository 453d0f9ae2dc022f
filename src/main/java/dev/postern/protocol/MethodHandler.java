package dev.postern.protocol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.RpcException;

/** Carries out one method of the protocol. Implementations are safe for concurrent use. */
@FunctionalInterface
public interface MethodHandler {

  /**
   * @param params read only
   * @throws RpcException if the request itself is at fault
   * @throws InterruptedException if the caller no longer wants the answer
   */
  Result handle(CallContext context, ObjectNode params) throws RpcException, InterruptedException;

  /** Whether a request with these params may let its client hang up and come back. */
  default boolean letsClientGo(ObjectNode params) {
    return false;
  }

  /** Whether it may have to wait for somebody; a transport keeps such requests apart. */
  default boolean mayWait() {
    return false;
  }
}
