package dev.postern.source;

import dev.postern.catalogue.LiveCatalogue;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the live catalogue equal to its sources: asks them every period and at once when told to,
 * builds the next catalogue beside the old one, and swaps it. At most one catalogue is built per
 * poll, so that a burst of changes costs few. Nothing that a poll throws ends the thread.
 */
public final class Refresher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Refresher.class);

  /** How long {@link #refreshNow} waits; a poll of 10,000 changed rows takes about a second. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

  /** A poll that hangs in the database ends by its own time-outs, which are shorter. */
  private static final Duration LONGEST_CLOSE = Duration.ofSeconds(15);

  private final Feeds feeds;
  private final LiveCatalogue live;
  private final Duration period;
  private final Thread thread = new Thread(this::run, "postern-refresher");

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition woken = lock.newCondition();
  private final Condition served = lock.newCondition();
  private long lastTicket; // guarded by lock: one per call of refreshNow
  private long servedTicket; // guarded by lock: the newest one that a successful poll covers
  private boolean closed; // guarded by lock

  private final Outage outage = new Outage(); // the thread's own

  public Refresher(Feeds feeds, LiveCatalogue live, Duration period) {
    this.feeds = feeds;
    this.live = live;
    this.period = period;
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  /**
   * Returns when whatever was committed before the call is live: a poll that began afterwards has
   * published. Callers at the same time share one poll.
   *
   * @return false if that did not happen within 5 seconds, or the thread waiting was interrupted
   */
  public boolean refreshNow() {
    long left = LONGEST_WAIT.toNanos();
    lock.lock();
    try {
      long ticket = ++lastTicket;
      woken.signal();
      while (servedTicket < ticket && !closed && left > 0) {
        left = served.awaitNanos(left);
      }
      return servedTicket >= ticket;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    long ticket = nextTicket(Duration.ZERO, true);
    while (ticket >= 0) {
      long begun = System.nanoTime();
      boolean answered = poll();
      if (answered) {
        serve(ticket);
      }
      ticket = nextTicket(pauseAfter(begun), answered);
    }
  }

  /** From one poll's begin to the next one's; a slow database gets half of the time for others. */
  private Duration pauseAfter(long begun) {
    Duration pause = outage.pause(period);
    Duration left = pause.minusNanos(System.nanoTime() - begun);
    Duration least = pause.dividedBy(2);
    return left.compareTo(least) < 0 ? least : left;
  }

  /**
   * Waits until the pause is over or somebody asks. Whoever asked during the last poll is served at
   * once, unless that poll failed.
   *
   * @return the newest ticket, or a negative number when closed
   */
  private long nextTicket(Duration pause, boolean answered) {
    long left = pause.toNanos();
    lock.lock();
    try {
      long known = answered ? servedTicket : lastTicket;
      while (lastTicket == known && !closed && left > 0) {
        left = woken.awaitNanos(left);
      }
      return closed ? -1 : lastTicket;
    } catch (InterruptedException e) { // nobody has reason to; one poll more does no harm
      return lastTicket;
    } finally {
      lock.unlock();
    }
  }

  private void serve(long ticket) {
    lock.lock();
    try {
      servedTicket = ticket;
      served.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private boolean poll() {
    try {
      try {
        feeds.catchUp();
      } finally {
        publish(); // what was read before another kind failed
      }
      outage.ends();
      return true;
    } catch (Throwable e) { // Errors too: without this thread nothing ever changes again
      report(e);
      return false;
    }
  }

  private void report(Throwable failure) {
    try {
      outage.begins(failure, live.current().tools().live().size());
    } catch (Throwable e) { // memory ran out again while saying so; the next poll may fare better
      failure.addSuppressed(e);
    }
  }

  private void publish() {
    if (feeds.yielded(live.current())) {
      return;
    }
    try {
      live.publish(feeds.catalogue());
    } catch (RuntimeException e) {
      LOG.error("The catalogue changed, but somebody who listens to it failed", e);
    }
  }

  /**
   * Lets a running poll come to its end. The thread is not interrupted: an interrupt closes the
   * file under an embedded H2.
   */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      woken.signal();
      served.signalAll();
    } finally {
      lock.unlock();
    }
    try {
      thread.join(LONGEST_CLOSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (thread.isAlive()) {
      LOG.warn("The thread {} still waits for the database", thread.getName());
    }
  }
}
