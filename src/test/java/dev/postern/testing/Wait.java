package dev.postern.testing;

import java.time.Duration;

/** Waits for what another thread or process will bring about. */
public final class Wait {
  private static final long PAUSE_MILLIS = 20;

  /** May fail in any way until the time is up. */
  @FunctionalInterface
  public interface Condition {
    boolean holds() throws Exception;
  }

  private Wait() {}

  /** Returns as soon as the condition holds; fails the test if it never does. */
  public static void until(String what, Duration limit, Condition condition) throws Exception {
    long end = System.nanoTime() + limit.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("Not within " + limit.toMillis() + " ms: " + what);
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }
}
