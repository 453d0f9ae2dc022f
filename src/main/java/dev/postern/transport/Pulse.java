package dev.postern.transport;

import java.time.Duration;
import java.util.concurrent.Executors;
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
    thread.scheduleWithFixedDelay(
        () -> guarded(what::beat), every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
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
    if (!thread.isShutdown()) {
      thread.execute(() -> guarded(news));
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
