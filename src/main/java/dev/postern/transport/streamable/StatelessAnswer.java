package dev.postern.transport.streamable;

import dev.postern.protocol.Cancellation;
import dev.postern.transport.CallThreads;
import dev.postern.transport.ResponseStream;
import dev.postern.transport.ServerSentEvent;
import dev.postern.transport.ServletPair;

/** The answer to a request without a session: who closes its connection cancels the request. */
final class StatelessAnswer extends PostAnswer {
  private final Cancellation cancellation;

  StatelessAnswer(ServletPair pair, CallThreads threads, Cancellation cancellation) {
    super(pair, threads);
    this.cancellation = cancellation;
  }

  @Override
  void opened(ResponseStream stream) {
    // Nothing precedes the first message: there is nothing to resume.
  }

  @Override
  void event(ResponseStream stream, byte[] json) {
    stream.write(ServerSentEvent.message(json));
  }

  @Override
  void finish(ResponseStream stream) {
    stream.finish();
  }

  @Override
  void closed(ResponseStream stream) {
    cancel();
  }

  void cancel() {
    cancellation.cancel();
  }

  /** Shows that somebody still works on it; fails, and so cancels, where the client is gone. */
  void keepAlive() {
    ResponseStream open = http().takesEvents() ? openStream() : null;
    if (open != null) {
      open.write(ServerSentEvent.KEEP_ALIVE);
    }
  }
}
