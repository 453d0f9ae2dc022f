package dev.postern.policy.resilience;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Keeps retries to a share of the calls, so that they cannot make an overloaded service's trouble
 * worse. Each call adds its share of a retry, each retry takes a whole one.
 */
final class RetryBudget {
  private static final int ONE_RETRY = 100;

  /** A tool that is called seldom may retry too. */
  private static final int AT_FIRST = 10 * ONE_RETRY;

  /** Ten good minutes must not pay for a storm. */
  private static final int MOST = 100 * ONE_RETRY;

  private final int percent;
  private final AtomicInteger balance = new AtomicInteger(AT_FIRST);

  RetryBudget(int percent) {
    this.percent = percent;
  }

  void called() {
    balance.updateAndGet(saved -> Math.min(MOST, saved + percent));
  }

  boolean take() {
    return balance.getAndUpdate(saved -> saved < ONE_RETRY ? saved : saved - ONE_RETRY)
        >= ONE_RETRY;
  }
}
