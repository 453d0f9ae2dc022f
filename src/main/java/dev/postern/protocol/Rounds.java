package dev.postern.protocol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.RpcException;
import dev.postern.message.mcp.Outcome;

/**
 * How a request comes by its client's answers: the stateless era returns the questions and is
 * called again, the stateful one asks in the middle of the call. Whoever asks does not notice.
 */
public interface Rounds {

  /** One try to carry the request out. */
  @FunctionalInterface
  interface Attempt {

    /**
     * @param inputResponses answers by the asker's keys; null where there are none
     * @param state what the asker wanted back; null for none
     */
    Outcome with(ObjectNode inputResponses, String state) throws RpcException, InterruptedException;
  }

  /**
   * Carries a request out, over as many rounds as it takes.
   *
   * @param method and its params, as the client sent them
   * @return the result, or in the stateless era the questions
   * @throws RpcException if the client cannot or will not answer
   */
  ObjectNode run(CallContext context, String method, ObjectNode params, Attempt attempt)
      throws RpcException, InterruptedException;
}
