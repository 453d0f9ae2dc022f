package dev.postern.transport;

import java.time.Duration;

/**
 * Lets requests in until the program is about to end, then lets those that are inside come to their
 * end.
 */
public final class Gate {

  /** All guarded by this. */
  private int inside;

  private boolean shut;

  /**
   * @return false if the request must be refused; else {@link #leave} must follow
   */
  public synchronized boolean enter() {
    if (shut) {
      return false;
    }
    inside++;
    return true;
  }

  /** For the rest of a request that entered and goes on elsewhere; {@link #leave} must follow. */
  public synchronized void stay() {
    inside++;
  }

  public synchronized void leave() {
    inside--;
    if (inside == 0) {
      notifyAll();
    }
  }

  /** Lets nobody in any more. */
  public synchronized void shut() {
    shut = true;
  }

  public synchronized boolean isShut() {
    return shut;
  }

  /**
   * Waits until everybody has left.
   *
   * @return how many have not
   */
  public synchronized int awaitEmpty(Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    try {
      for (long left = limit.toMillis(); inside > 0 && left > 0; ) {
        wait(left);
        left = (end - System.nanoTime()) / 1_000_000;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return inside;
  }
}
