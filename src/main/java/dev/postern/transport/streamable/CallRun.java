package dev.postern.transport.streamable;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.ErrorCode;
import dev.postern.message.RpcException;
import dev.postern.transport.CallThreads;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides on which thread a request is carried out.
 *
 * @param id of the request
 * @param work gives the answer, whatever happens
 */
record CallRun(JsonNode id, PostAnswer answer, Runnable work) {
  private static final Logger LOG = LoggerFactory.getLogger(CallRun.class);

  /** Here and now, for what cannot wait. */
  void here() {
    guarded();
  }

  /**
   * Here while few wait; elsewhere otherwise, the answer following later.
   *
   * @return false if too many wait already, which was answered
   */
  boolean start(CallThreads threads) {
    if (threads.tryEnter()) {
      try {
        guarded();
      } finally {
        threads.leave();
      }
      return true;
    }
    return elsewhere(threads);
  }

  /**
   * As {@link #start}, never here: the connection of an answer that may end before its call would
   * take no further request until this thread is back.
   */
  boolean elsewhere(CallThreads threads) {
    answer.startAsync(id);
    if (threads.run(this::guarded)) {
      return true;
    }
    answer.error(503, id, busy());
    return false;
  }

  /** A request must be answered even if the program fails, or its connection would stay open. */
  private void guarded() {
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      LOG.error("A request failed", e);
      answer.error(
          500, id, new RpcException(ErrorCode.INTERNAL_ERROR, "The gateway failed; see its log"));
    }
  }

  private static RpcException busy() {
    return new RpcException(
        ErrorCode.INTERNAL_ERROR, "Too many calls wait already; try again in a moment");
  }
}
