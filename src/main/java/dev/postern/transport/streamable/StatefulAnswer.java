package dev.postern.transport.streamable;

import dev.postern.transport.CallThreads;
import dev.postern.transport.Pulse;
import dev.postern.transport.ResponseStream;
import dev.postern.transport.ServerSentEvent;
import dev.postern.transport.ServletPair;
import java.time.Duration;

/**
 * The answer to a request in a session: as a stream it can be resumed after its connection broke.
 */
final class StatefulAnswer extends PostAnswer {
  private final SessionStreams streams;
  private final String sessionId;
  private final boolean primes;
  private final Pulse pulse;

  /** Guarded by this. */
  private long retryMillis = StatefulEndpoint.RETRY_MILLIS;

  /** Set once, when the answer becomes a stream. */
  private volatile EventLog log;

  /**
   * @param primes whether the client knows an event without a message
   */
  StatefulAnswer(
      ServletPair pair,
      CallThreads threads,
      SessionStreams streams,
      Pulse pulse,
      String sessionId,
      boolean primes) {
    super(pair, threads);
    this.pulse = pulse;
    this.streams = streams;
    this.sessionId = sessionId;
    this.primes = primes;
  }

  @Override
  void opened(ResponseStream stream) {
    log = streams.open(sessionId);
    if (primes) {
      stream.write(ServerSentEvent.priming(log.position(), retryMillis));
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

  @Override
  public void detach(Duration after, Duration retry) {
    if (!isOpen()) {
      return;
    }
    synchronized (this) {
      retryMillis = retry.toMillis();
    }
    if (after.isZero()) {
      drop();
    } else {
      pulse.later(this::drop, after);
    }
  }

  /** Ends the connection early; the client comes back for the rest (SSE polling). */
  private void drop() {
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
