package dev.postern.policy.resilience;

import dev.postern.invoker.RefusedException;
import dev.postern.invoker.Sender;
import dev.postern.upstream.Lines;
import dev.postern.upstream.UpstreamAnswer;
import dev.postern.upstream.UpstreamException;
import dev.postern.upstream.UpstreamRequest;
import dev.postern.upstream.WatchedLines;

/**
 * Sends a request until there is an answer worth having, the time-out of the whole call is too
 * near, or the budget is used up. A client that cancels interrupts this thread, and with it
 * everything.
 */
final class RetrySender implements Sender {
  private final Sender inner;
  private final RetryRules rules;
  private final RetryBudget budget;

  RetrySender(Sender inner, RetryRules rules, RetryBudget budget) {
    this.inner = inner;
    this.rules = rules;
    this.budget = budget;
  }

  @Override
  public UpstreamAnswer send(UpstreamRequest request, Lines lines)
      throws UpstreamException, InterruptedException {
    long end = System.nanoTime() + request.timeoutMs() * 1_000_000L;
    WatchedLines watched = new WatchedLines(lines);
    budget.called();
    Attempt last = null;
    for (int number = 1; ; number++) {
      Attempt attempt = attempt(last == null ? request : within(request, end), watched, number);
      if (attempt.wasRefused() && last != null) {
        return last.outcome(); // why it failed says more than why it was not tried again
      }
      boolean again = number < rules.attempts() && !watched.taken() && mayPass(attempt);
      long pause = again ? rules.pause(number, attempt.answer()) : 0;
      if (!again || pause >= millisUntil(end) || !budget.take()) {
        return attempt.outcome();
      }
      if (!request.trace().isRehearsal()) {
        Thread.sleep(pause);
      }
      last = attempt;
    }
  }

  private Attempt attempt(UpstreamRequest request, Lines lines, int number)
      throws InterruptedException {
    try {
      return new Attempt(number, inner.send(request, lines), null);
    } catch (UpstreamException e) {
      return new Attempt(number, null, e);
    }
  }

  private boolean mayPass(Attempt attempt) {
    return attempt.failure() == null
        ? rules.mayPass(attempt.answer())
        : rules.mayPass(attempt.failure().kind());
  }

  private static UpstreamRequest within(UpstreamRequest request, long end) {
    int left = (int) Math.max(1, millisUntil(end));
    return request.withLimits(request.limits().withWhole(left));
  }

  private static long millisUntil(long end) {
    return (end - System.nanoTime()) / 1_000_000;
  }

  /** One of both is null. */
  private record Attempt(int number, UpstreamAnswer answer, UpstreamException failure) {
    boolean wasRefused() {
      return failure instanceof RefusedException;
    }

    UpstreamAnswer outcome() throws UpstreamException {
      if (failure == null) {
        return answer;
      }
      throw number == 1 || wasRefused()
          ? failure
          : new UpstreamException(
              failure.kind(), failure.getMessage() + ", at attempt " + number, failure);
    }
  }
}
