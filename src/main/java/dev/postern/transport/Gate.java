package dev.postern.transport;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets requests in until the program is about to end, then lets those that are inside come to their
 * end.
 */
public final class Gate {

  /** Whoever enters counts himself first, so that whoever shuts the gate knows of all. */
  private final AtomicInteger inside = new AtomicInteger();

  private volatile boolean shut;

  /**
   * @return false if the request must be refused; else {@link #leave} must follow
   */
  public boolean enter() {
    stay();
    if (shut) {
      leave();
      return false;
    }
    return true;
  }

  /** For the rest of a request that entered and goes on elsewhere; {@link #leave} must follow. */
  public void stay() {
    inside.incrementAndGet();
  }

  public void leave() {
    if (inside.decrementAndGet() == 0 && shut) {
      synchronized (this) {
        notifyAll();
      }
    }
  }

  /** Lets nobody in any more. */
  public void shut() {
    shut = true;
  }

  public boolean isShut() {
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
      for (long left = limit.toMillis(); inside.get() > 0 && left > 0; ) {
        wait(left);
        left = (end - System.nanoTime()) / 1_000_000;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return inside.get();
  }
}
