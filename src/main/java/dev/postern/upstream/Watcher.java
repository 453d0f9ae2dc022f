package dev.postern.upstream;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Ends calls that take too long. Socket time-outs cannot: they begin anew with every byte.
 *
 * <p>One thread looks at all calls under way every {@link #TICK_NANOS}; a call costs an insertion
 * and a removal, no timer. With nothing under way for {@link #IDLE_TICKS} the thread sleeps until
 * the next call wakes it.
 *
 * <p>It also has connections closed that nobody used for a while; the pool itself looks at one only
 * when it is about to be used again.
 */
final class Watcher implements Runnable, AutoCloseable {
  private static final Logger LOG = Logger.getLogger(Watcher.class.getName());

  /** Time-outs are exact to this. */
  private static final long TICK_NANOS = 20_000_000;

  /** Five seconds: a steady trickle of calls shall not pay for waking the thread each time. */
  private static final int IDLE_TICKS = 250;

  private final long keepIdleNanos;
  private final Runnable closeIdle;
  private final Set<Exchange> underWay = ConcurrentHashMap.newKeySet();
  private final Thread thread = new Thread(this, "postern-upstream-watcher");
  private long lastClosed = System.nanoTime(); // used by the watching thread alone
  private volatile boolean asleep;
  private volatile boolean closed;

  /**
   * @param closeIdle closes the connections that were idle for {@code keepIdleNanos}
   */
  Watcher(long keepIdleNanos, Runnable closeIdle) {
    this.keepIdleNanos = keepIdleNanos;
    this.closeIdle = closeIdle;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  void add(Exchange exchange) {
    underWay.add(exchange);
    if (asleep) {
      LockSupport.unpark(thread);
    }
  }

  void remove(Exchange exchange) {
    underWay.remove(exchange);
  }

  @Override
  public void run() {
    int idle = 0;
    while (!closed) {
      idle = underWay.isEmpty() ? idle + 1 : 0;
      if (idle > IDLE_TICKS) {
        sleep();
        idle = 0;
      }
      checkAll();
      if (System.nanoTime() - lastClosed >= keepIdleNanos) {
        closeIdle();
      }
      LockSupport.parkNanos(this, TICK_NANOS);
    }
    underWay.forEach(Exchange::abort);
  }

  private void sleep() {
    asleep = true;
    // A call that was added before it could see the flag is seen here.
    long asleepSince = System.nanoTime();
    while (underWay.isEmpty() && !closed) {
      if (lastClosed - asleepSince > keepIdleNanos) {
        LockSupport.park(this); // every connection was idle for long enough and is closed
      } else {
        LockSupport.parkNanos(this, keepIdleNanos);
        closeIdle();
      }
    }
    asleep = false;
  }

  private void closeIdle() {
    lastClosed = System.nanoTime();
    try {
      closeIdle.run();
    } catch (RuntimeException e) { // nor of one connection
      LOG.log(Level.WARNING, "Idle connections could not be closed", e);
    }
  }

  private void checkAll() {
    long now = System.nanoTime();
    for (Exchange exchange : underWay) {
      try {
        exchange.check(now);
      } catch (RuntimeException e) { // this thread must not die of one call
        LOG.log(Level.WARNING, "A call that is overdue could not be ended", e);
      }
    }
  }

  /** Ends every call under way, and the thread. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      thread.join(5_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
