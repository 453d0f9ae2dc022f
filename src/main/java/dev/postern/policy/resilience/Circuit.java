package dev.postern.policy.resilience;

import dev.postern.invoker.Refusal;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.github.resilience4j.circuitbreaker.event.CircuitBreakerOnStateTransitionEvent;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts failures of one service, or of one tool, and says when to leave it alone. Safe for
 * concurrent use; it has no thread, and its locks are held for a few counts only.
 */
final class Circuit {
  private static final Logger LOG = LoggerFactory.getLogger(Circuit.class);
  private static final Exception FAILURE = new Exception("The service failed");

  private final CircuitBreaker breaker;
  private final String whose;
  private final Duration open;

  /** Written by whoever's call opened it. */
  private volatile long openedAt;

  /**
   * @param whose for messages and the log
   */
  Circuit(String whose, Limits limits) {
    this.whose = whose;
    this.open = limits.open();
    breaker =
        CircuitBreaker.of(
            whose,
            CircuitBreakerConfig.custom()
                .slidingWindowType(SlidingWindowType.COUNT_BASED)
                .slidingWindowSize(limits.window())
                .minimumNumberOfCalls(Math.min(limits.leastCalls(), limits.window()))
                .failureRateThreshold(limits.failurePercent())
                .waitDurationInOpenState(limits.open())
                .permittedNumberOfCallsInHalfOpenState(limits.trials())
                // Else a thread would wait for it, which outlives the application.
                .automaticTransitionFromOpenToHalfOpenEnabled(false)
                .writableStackTraceEnabled(false)
                .build());
    breaker.getEventPublisher().onStateTransition(this::changed);
  }

  /**
   * When it opens, and for how long.
   *
   * @param failurePercent of the last {@code window} requests
   * @param leastCalls before which nothing is concluded
   * @param trials how many requests find out whether it can be closed again
   */
  record Limits(int failurePercent, int window, int leastCalls, Duration open, int trials) {
    static final int WINDOW = 20;
    static final int LEAST_CALLS = 10;

    static Limits ofHost(int failurePercent, Duration open) {
      return new Limits(failurePercent, WINDOW, LEAST_CALLS, open, 1);
    }
  }

  private void changed(CircuitBreakerOnStateTransitionEvent event) {
    State now = event.getStateTransition().getToState();
    if (now == State.OPEN) {
      openedAt = System.nanoTime();
    }
    LOG.warn("The circuit of {} is {} now", whose, now);
  }

  /** After it, one of the other three must follow. Null where the request may go out. */
  Refusal refusal() {
    if (breaker.tryAcquirePermission()) {
      return null;
    }
    long passed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - openedAt);
    boolean trying = breaker.getState() != State.OPEN;
    return new Refusal(
        "circuit_open",
        "The service failed too often lately, so it is left alone for a while"
            + (trying ? "; another call finds out whether it is back" : "")
            + ". Nothing was sent.",
        "The service is down or overloaded. Tell the user, or try again later.",
        trying ? 0 : Math.max(1, open.toMillis() - passed));
  }

  void succeeded(long nanos) {
    breaker.onSuccess(nanos, TimeUnit.NANOSECONDS);
  }

  void failed(long nanos) {
    breaker.onError(nanos, TimeUnit.NANOSECONDS, FAILURE);
  }

  /** What happened says nothing about the service. */
  void leave() {
    breaker.releasePermission();
  }
}
