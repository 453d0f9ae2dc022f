package dev.postern.source;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says once that the source is gone and once that it is back, however often it is asked between.
 */
final class Outage {
  private static final Logger LOG = LoggerFactory.getLogger(Refresher.class);

  /** Keeps a recovery noticed within about a second and a half, whatever the period is. */
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  private int failures;
  private long since;

  void begins(Throwable cause, int toolsServing) {
    if (failures++ > 0) {
      return;
    }
    since = System.nanoTime();
    String meanwhile =
        toolsServing == 0
            ? "No tool can be called until it answers"
            : "The " + toolsServing + " tools loaded last keep serving";
    if (cause instanceof SourceException) {
      LOG.warn(
          "The tools cannot be read: {}. {}; it is asked again about every second",
          cause.getMessage(),
          meanwhile);
    } else {
      LOG.error("The tools cannot be read. {}", meanwhile, cause);
    }
  }

  void ends() {
    if (failures > 0) {
      Duration gone = Duration.ofNanos(System.nanoTime() - since);
      LOG.info("The tools can be read again, after {} s", gone.toSeconds());
      failures = 0;
    }
  }

  /** How long to wait before the next attempt: doubles with each failure, up to a second. */
  Duration pause(Duration period) {
    if (failures == 0 || period.compareTo(LONGEST_PAUSE) >= 0) {
      return period;
    }
    Duration doubled = period.multipliedBy(1L << Math.min(failures, 10));
    return doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
  }
}
