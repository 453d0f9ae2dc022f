package dev.postern.transport.streamable;

import dev.postern.transport.CallThreads;
import dev.postern.transport.ResponseStream;
import dev.postern.transport.ServerSentEvent;
import dev.postern.transport.ServletPair;

/**
 * The answer to a request in a session: as a stream it can be resumed after its connection broke.
 */
final class StatefulAnswer extends PostAnswer {
  private final SessionStreams streams;
  private final String sessionId;
  private final boolean primes;

  /** Set once, when the answer becomes a stream. */
  private volatile EventLog log;

  /**
   * @param primes whether the client knows an event without a message
   */
  StatefulAnswer(
      ServletPair pair,
      CallThreads threads,
      SessionStreams streams,
      String sessionId,
      boolean primes) {
    super(pair, threads);
    this.streams = streams;
    this.sessionId = sessionId;
    this.primes = primes;
  }

  @Override
  void opened(ResponseStream stream) {
    log = streams.open(sessionId);
    if (primes) {
      stream.write(ServerSentEvent.priming(log.position(), StatefulEndpoint.RETRY_MILLIS));
    }
    log.attach(stream, 0);
  }

  @Override
  void event(ResponseStream stream, byte[] json) {
    log.send(json);
  }

  @Override
  void finish(ResponseStream stream) {
    log.finish();
  }

  /** Ends the connection early; the client comes back for the rest (SSE polling). */
  void drop() {
    if (openStream() != null) {
      log.drop();
    }
  }

  /** Not a cancellation: the client may come back for the result. */
  @Override
  void closed(ResponseStream stream) {
    if (log != null) {
      log.detach(stream);
    }
  }
}
