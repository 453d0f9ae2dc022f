package dev.postern.protocol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.RpcException;
import dev.postern.security.ClientHeaders;
import java.time.Duration;

/** What a transport can do for one request, beside answering it. Safe for use by any thread. */
public interface Exchange {

  /** For transports that can do nothing else than answer. */
  Exchange ANSWER_ONLY = new Exchange() {};

  /** Sends a notification that belongs to the request, ahead of its result. Never blocks. */
  default void notify(String method, ObjectNode params) {}

  /** Ends the connection after a while, for the client to come back to; see Conversation. */
  default void detach(Duration after, Duration retry) {}

  /**
   * Asks the client, on the request's own stream, and waits for what it answers.
   *
   * @return the client's result
   * @throws RpcException if the client refuses, or nobody can ask it here
   * @throws InterruptedException if the request was cancelled
   */
  default ObjectNode ask(String method, ObjectNode params)
      throws RpcException, InterruptedException {
    throw new RpcException(
        dev.postern.message.ErrorCode.INTERNAL_ERROR, "The client cannot be asked here");
  }

  /** Of the client's own request, those that some tool passes on. */
  default ClientHeaders clientHeaders() {
    return ClientHeaders.NONE;
  }
}
