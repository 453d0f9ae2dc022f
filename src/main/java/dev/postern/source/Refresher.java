package dev.postern.source;

import dev.postern.catalogue.LiveCatalogue;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the live catalogue equal to its sources: asks them every period and at once when told to,
 * builds the next catalogue beside the old one, and swaps it. What this process wrote itself goes
 * live without the sources being asked. At most one catalogue is built per poll, so that a burst of
 * changes costs few. Nothing that a poll throws ends the thread.
 */
public final class Refresher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Refresher.class);

  /** How long {@link #refreshNow} waits; a poll of 10,000 changed rows takes about a second. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

  /** From one poll to the next, in nanoseconds: those who write at once share a catalogue. */
  private static final long LEAST_BETWEEN = 5_000_000;

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
  private boolean allAsked; // guarded by lock: since the last poll somebody wanted all changes
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
    return refresh(true);
  }

  /**
   * As {@link #refreshNow}, where it is enough that what this process wrote is live. What others
   * committed is with the next poll at the latest.
   */
  public boolean takeOwnWrites() {
    return refresh(false);
  }

  private boolean refresh(boolean all) {
    long left = LONGEST_WAIT.toNanos();
    lock.lock();
    try {
      long ticket = ++lastTicket;
      allAsked |= all;
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

  /**
   * What to do next.
   *
   * @param ticket the newest one that it covers
   * @param all whether the sources are asked, or only own writes taken over
   */
  private record Poll(long ticket, boolean all) {}

  private void run() {
    long due = System.nanoTime();
    long begun = due - LEAST_BETWEEN;
    Poll poll = next(begun, due, true);
    while (poll != null) {
      begun = System.nanoTime();
      boolean answered = isDone(poll);
      if (answered) {
        serve(poll.ticket());
      }
      if (poll.all() || !answered) {
        due = dueAfter(begun);
      }
      poll = next(begun, due, answered);
    }
  }

  /**
   * A pause from one poll's begin to the next one's; a slow database gets half of it for others.
   */
  private long dueAfter(long begun) {
    long pause = outage.pause(period).toNanos();
    return System.nanoTime() + Math.max(pause - (System.nanoTime() - begun), pause / 2);
  }

  /**
   * Waits until a poll is due or somebody asks. Whoever asked during the last poll is served at
   * once, unless that poll failed.
   *
   * @param begun when the last poll began
   * @return null when closed
   */
  private Poll next(long begun, long due, boolean answered) {
    lock.lock();
    try {
      long known = answered ? servedTicket : lastTicket;
      long left = due - System.nanoTime();
      while (lastTicket == known && !closed && left > 0) {
        left = woken.awaitNanos(left);
      }
      long early = begun + LEAST_BETWEEN - System.nanoTime();
      while (early > 0 && !closed) {
        early = woken.awaitNanos(early);
      }
      boolean all = allAsked || left <= 0 || !answered;
      allAsked = false;
      return closed ? null : new Poll(lastTicket, all);
    } catch (InterruptedException e) { // nobody has reason to; one poll more does no harm
      return new Poll(lastTicket, true);
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

  private boolean isDone(Poll poll) {
    try {
      try {
        if (poll.all()) {
          feeds.catchUp();
        } else {
          feeds.takeOwnWrites();
        }
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
