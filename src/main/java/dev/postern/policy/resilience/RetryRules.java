package dev.postern.policy.resilience;

import dev.postern.invoker.RetryTimes;
import dev.postern.upstream.UpstreamAnswer;
import dev.postern.upstream.UpstreamException.Kind;
import java.util.Set;
import java.util.function.Function;

/**
 * What is tried again, and when.
 *
 * @param attempts in all
 * @param statuses that may pass
 * @param repeatable whether the request may be sent twice although the first may have had effect
 * @param backoff millis to wait after the attempt of this number, with jitter
 */
record RetryRules(
    int attempts, Set<Integer> statuses, boolean repeatable, Function<Integer, Long> backoff) {
  private static final long MILLIS_IN_SECOND = 1_000;

  boolean mayPass(UpstreamAnswer answer) {
    return repeatable && statuses.contains(answer.status());
  }

  /** Where no connection came about nothing was sent, whatever the method. */
  boolean mayPass(Kind kind) {
    return kind == Kind.UNREACHABLE || repeatable && (kind == Kind.TIMEOUT || kind == Kind.CLOSED);
  }

  /**
   * @param answer null where there was none
   */
  long pause(int attempt, UpstreamAnswer answer) {
    long own = backoff.apply(attempt);
    return answer == null
        ? own
        : Math.max(own, RetryTimes.retryAfter(answer).orElse(0) * MILLIS_IN_SECOND);
  }
}
