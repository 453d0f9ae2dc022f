package dev.postern.transport;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread behind all open streams: it beats for keep-alive, and carries news to them so that
 * whoever made the news need not wait for a thousand of them.
 */
public final class Pulse implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Pulse.class);

  /** Milliseconds in which the other side has certainly answered a write that it did not want. */
  private static final long LONGEST_ECHO = 1_000;

  /** Something that wants to know when time has passed. Must not block. */
  @FunctionalInterface
  public interface Beating {
    void beat();
  }

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread made = new Thread(task, "postern-streams");
            made.setDaemon(true);
            return made;
          });

  /** Beats this often until it is closed. */
  public <T extends Beating> T beat(T what, Duration every) {
    return beat(what, every.toMillis(), every.toMillis());
  }

  /**
   * Beats twice in short succession, this often: the first write to a connection that its client
   * closed still succeeds, and only the second one fails.
   */
  public <T extends Beating> T beatTwice(T what, Duration every) {
    long period = every.toMillis();
    beat(what, period - Math.min(LONGEST_ECHO, period / 4), period);
    return beat(what, period, period);
  }

  private <T extends Beating> T beat(T what, long first, long period) {
    thread.scheduleAtFixedRate(() -> guarded(what::beat), first, period, TimeUnit.MILLISECONDS);
    return what;
  }

  /** Carries out once, after this while. */
  public void later(Runnable what, Duration after) {
    if (!thread.isShutdown()) {
      thread.schedule(() -> guarded(what), after.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** Carries out soon, on the pulse's thread; in the order of the calls. */
  public void soon(Runnable news) {
    try {
      thread.execute(() -> guarded(news));
    } catch (RejectedExecutionException e) {
      LOG.trace("There is no news any more", e);
    }
  }

  /** The thread must not die of one stream. */
  private static void guarded(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      LOG.error("Streams could not be served", e);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
