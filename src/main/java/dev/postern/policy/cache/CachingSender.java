package dev.postern.policy.cache;

import dev.postern.invoker.RefusedException;
import dev.postern.invoker.Sender;
import dev.postern.upstream.Lines;
import dev.postern.upstream.TimeLeft;
import dev.postern.upstream.UpstreamAnswer;
import dev.postern.upstream.UpstreamException;
import dev.postern.upstream.UpstreamRequest;
import dev.postern.upstream.WatchedLines;
import java.time.Duration;

/**
 * Answers from memory where it can. Of many that ask the same at a time one is sent on; the others
 * wait for what becomes of it, a failure included: they would only fail one after the other.
 */
final class CachingSender implements Sender {
  private static final String SHARED = "Another call asked the same at that time.";

  private final Sender inner;
  private final KeptAnswers kept;
  private final Freshness freshness;
  private final boolean sharedByAll;

  /** Another definition of the same tool is another tool. */
  private final Object tool = new Object();

  CachingSender(Sender inner, KeptAnswers kept, Freshness freshness, boolean sharedByAll) {
    this.inner = inner;
    this.kept = kept;
    this.freshness = freshness;
    this.sharedByAll = sharedByAll;
  }

  @Override
  public UpstreamAnswer send(UpstreamRequest request, Lines lines)
      throws UpstreamException, InterruptedException {
    if (request.trace().isRehearsal()) {
      return inner.send(request, lines);
    }
    RequestKey key = RequestKey.of(tool, request, sharedByAll ? "" : request.asker());
    TimeLeft time = new TimeLeft(request.timeoutMs());
    UpstreamRequest own = request;
    while (true) {
      UpstreamAnswer known = kept.find(key);
      if (known != null) {
        return told(request, "This answer was kept.", known);
      }
      Flight ours = new Flight();
      Flight first = kept.join(key, ours);
      if (first == null) {
        return fly(key, ours, own, lines);
      }
      Flight.End landed = first.await(time.millis());
      if (landed == null) {
        throw time.timeout();
      }
      switch (landed) {
        case ANSWERED -> {
          return told(request, SHARED, first.answer());
        }
        case FAILED -> {
          request.keptBack("cache", SHARED, null);
          throw again(first.failure());
        }
        case NOT_SHARED -> {
          return inner.send(request.withTimeout(time.millis()), lines); // its wait counts
        }
        case ABANDONED -> own = request.withTimeout(time.millis()); // who waits may be first now
      }
    }
  }

  private UpstreamAnswer fly(RequestKey key, Flight flight, UpstreamRequest request, Lines lines)
      throws UpstreamException, InterruptedException {
    try {
      UpstreamAnswer known = kept.find(key); // another flight may have landed just now
      return known == null ? ask(key, flight, request, lines) : told(flight, known);
    } catch (UpstreamException e) {
      flight.failed(e);
      throw e;
    } finally {
      kept.leave(key, flight); // before it lands: who comes later finds what was kept
      flight.land();
    }
  }

  private static UpstreamAnswer told(UpstreamRequest request, String why, UpstreamAnswer known) {
    request.keptBack("cache", why, known);
    return known;
  }

  private static UpstreamAnswer told(Flight flight, UpstreamAnswer known) {
    flight.answered(known);
    return known;
  }

  private UpstreamAnswer ask(RequestKey key, Flight flight, UpstreamRequest request, Lines lines)
      throws UpstreamException, InterruptedException {
    WatchedLines watched = new WatchedLines(lines);
    UpstreamAnswer answer = inner.send(request, watched);
    Duration fresh = watched.taken() ? Duration.ZERO : freshness.of(answer);
    if (!fresh.isZero()) {
      kept.keep(key, answer, fresh);
    }
    // A failure is shared with those who wait for it, though it is not kept.
    if (!watched.taken() && (!fresh.isZero() || answer.status() >= 400)) {
      flight.answered(answer);
    } else {
      flight.notShared();
    }
    return answer;
  }

  /** With the stack of the thread that throws it. */
  private static UpstreamException again(UpstreamException failure) {
    return failure instanceof RefusedException refused
        ? new RefusedException(refused.refusal())
        : new UpstreamException(failure.kind(), failure.getMessage(), failure);
  }
}
