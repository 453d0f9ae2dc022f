package dev.postern.policy.resilience;

import dev.postern.invoker.Refusal;
import dev.postern.security.Principal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** One limit of a tool: for all callers together, or for each of them. */
final class RateLimit {
  /** Whoever was silent while so many others called begins anew. */
  private static final int MOST_PRINCIPALS = 10_000;

  private final int calls;
  private final Duration period;
  private final boolean perPrincipal;
  private final Rate all;

  /** Guards {@link #rates}. Not a monitor: on Java 21 that would pin a virtual thread. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Map<String, Rate> rates =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Rate> eldest) {
          return size() > MOST_PRINCIPALS;
        }
      };

  RateLimit(int calls, Duration period, boolean perPrincipal) {
    this.calls = calls;
    this.period = period;
    this.perPrincipal = perPrincipal;
    this.all = new Rate(calls, period);
  }

  /** Null where the call may go on. */
  Refusal refusal(Principal principal) {
    long wait = (perPrincipal ? rate(principal) : all).take();
    if (wait == 0) {
      return null;
    }
    String whose = perPrincipal ? "for one caller" : "for all callers together";
    return new Refusal(
        "rate_limited",
        "This tool may be called "
            + times(calls, period)
            + ", "
            + whose
            + ", and that is used up. Nothing was sent.",
        "Wait for retryAfterMs, then call again with the same arguments.",
        wait);
  }

  static String times(int calls, Duration period) {
    return calls + (calls == 1 ? " time in " : " times in ") + period.toMillis() + " ms";
  }

  private Rate rate(Principal principal) {
    lock.lock();
    try {
      return rates.computeIfAbsent(principal.name(), name -> new Rate(calls, period));
    } finally {
      lock.unlock();
    }
  }
}
