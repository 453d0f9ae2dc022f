package dev.postern.session;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that looks for what other nodes left for all or for this one. */
public final class Lookout implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Lookout.class);

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread made = new Thread(task, "postern-sessions");
            made.setDaemon(true);
            return made;
          });

  /**
   * Does so from now on, a failure being told once until it has passed.
   *
   * @param unseen what is not seen while it fails, for the log
   */
  public Lookout look(String unseen, Runnable look, Duration period) {
    Looking looking = new Looking(unseen, look);
    thread.scheduleWithFixedDelay(looking, 0, period.toMillis(), TimeUnit.MILLISECONDS);
    return this;
  }

  /** Run by the one thread. */
  private static final class Looking implements Runnable {
    private final String unseen;
    private final Runnable look;
    private boolean failing;

    Looking(String unseen, Runnable look) {
      this.unseen = unseen;
      this.look = look;
    }

    @Override
    public void run() {
      try {
        look.run();
        failing = false;
      } catch (RuntimeException e) {
        if (!failing) {
          LOG.warn("{} cannot be seen: {}", unseen, e.getMessage());
        }
        failing = true;
      }
    }
  }

  /** Lets a look come to its end: an interrupt would close the file under an embedded H2. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      thread.awaitTermination(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
