package dev.postern.transport.streamable;

import dev.postern.message.ErrorCode;
import dev.postern.message.Message;
import dev.postern.message.RpcException;
import dev.postern.transport.CallThreads;

/**
 * Decides on which thread a request is carried out.
 *
 * @param leaves whether the client may be let go before the end; the response of a request whose
 *     thread is still at work would not end
 */
record CallRun(CallThreads threads, boolean leaves, Runnable work) {

  /** Here where nothing can wait or few do; elsewhere otherwise, the answer following later. */
  void start(PostAnswer answer, Message.Request request) {
    if (!leaves && threads.tryEnter()) {
      answer.staysHere(threads);
      try {
        work.run();
      } finally {
        threads.leave();
      }
      return;
    }
    answer.startAsync();
    if (!threads.run(work)) {
      answer.error(
          503,
          request.id(),
          new RpcException(
              ErrorCode.INTERNAL_ERROR, "Too many calls wait already; try again in a moment"));
    }
  }
}
