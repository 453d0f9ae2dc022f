package dev.postern.transport.streamable;

import dev.postern.transport.Pulse;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Requests without a session that are under way. One that takes long becomes a stream with
 * comments: a servlet notices only by writing that its client is gone, which means cancel.
 */
public final class RunningAnswers implements Pulse.Beating {
  /** Most requests are answered before; those pay nothing. */
  private static final long QUIET_NANOS = 1_000_000_000L;

  private final Map<StatelessAnswer, Long> since = new ConcurrentHashMap<>();

  void add(StatelessAnswer answer) {
    since.put(answer, System.nanoTime());
  }

  void remove(StatelessAnswer answer) {
    since.remove(answer);
  }

  /** The program ends and cannot wait any longer. */
  public void cancelAll() {
    since.keySet().forEach(StatelessAnswer::cancel);
  }

  @Override
  public void beat() {
    long now = System.nanoTime();
    since.forEach(
        (answer, begun) -> {
          if (now - begun > QUIET_NANOS) {
            answer.keepAlive();
          }
        });
  }
}
