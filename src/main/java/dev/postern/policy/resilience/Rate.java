package dev.postern.policy.resilience;

import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.internal.AtomicRateLimiter;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** So many permits in each period. Safe for concurrent use, without locks. */
final class Rate {
  /** The class itself, as its interface does not tell when there will be a permit. */
  private final AtomicRateLimiter limiter;

  Rate(int calls, Duration period) {
    limiter =
        new AtomicRateLimiter(
            "", // named in the refusal
            RateLimiterConfig.custom()
                .limitForPeriod(calls)
                .limitRefreshPeriod(period)
                .timeoutDuration(Duration.ZERO)
                .build());
  }

  /**
   * Takes a permit.
   *
   * @return 0, or after how many milliseconds it may be worth to ask again
   */
  long take() {
    if (limiter.acquirePermission()) {
      return 0;
    }
    long nanos = limiter.getDetailedMetrics().getNanosToWait();
    return Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos + 999_999));
  }
}
