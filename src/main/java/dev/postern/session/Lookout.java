package dev.postern.session;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that looks for sessions which ended on other nodes. */
public final class Lookout implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Lookout.class);

  private final EndedSessions ended;
  private final Consumer<Set<String>> onEnded;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread made = new Thread(task, "postern-sessions");
            made.setDaemon(true);
            return made;
          });

  private boolean failing; // the thread's own

  /**
   * @param onEnded gets the {@link EndedSessions#mark}s of those that are news here
   */
  public Lookout(EndedSessions ended, Consumer<Set<String>> onEnded) {
    this.ended = ended;
    this.onEnded = onEnded;
  }

  public Lookout start(Duration period) {
    thread.scheduleWithFixedDelay(this::look, 0, period.toMillis(), TimeUnit.MILLISECONDS);
    return this;
  }

  private void look() {
    try {
      Set<String> marks = ended.look();
      if (!marks.isEmpty()) {
        onEnded.accept(marks);
      }
      failing = false;
    } catch (RuntimeException e) {
      if (!failing) {
        LOG.warn("Sessions that end on other nodes cannot be seen: {}", e.getMessage());
      }
      failing = true;
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
