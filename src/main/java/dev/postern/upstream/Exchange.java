package dev.postern.upstream;

import java.net.URI;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;

/** One call on its way, as the watcher sees it. */
final class Exchange extends HttpUriRequestBase {
  private static final long serialVersionUID = 1;
  private static final URI ROOT = URI.create("/");

  private final transient Thread caller = Thread.currentThread();
  private final long deadline;

  /** Millis; 0 where silence does not matter. Written by the caller before the two below. */
  private volatile int longestSilence;

  private volatile long lastHeard;

  // Both written by the watcher, read by the caller once its blocking call failed.
  private volatile boolean overdue;
  private volatile boolean silent;

  Exchange(String method, String target, long deadline) {
    super(method, ROOT);
    this.deadline = deadline;
    setPath(target); // as it is; a URI would be taken apart and put together again
  }

  /** From now on the call also ends after this many milliseconds without {@link #heard}. */
  void endWhenSilentFor(int millis) {
    lastHeard = System.nanoTime();
    longestSilence = millis;
  }

  void heard() {
    lastHeard = System.nanoTime();
  }

  /** Ends the call if it is overdue or nobody waits for it any more. */
  void check(long now) {
    int silence = longestSilence;
    if (now - deadline >= 0) {
      overdue = true;
      abort();
    } else if (silence > 0 && now - lastHeard >= silence * 1_000_000L) {
      silent = true;
      abort();
    } else if (caller.isInterrupted()) {
      abort();
    }
  }

  boolean overdue() {
    return overdue;
  }

  /** The silence after which the call was ended, in milliseconds; 0 where it was not. */
  int endedBySilence() {
    return silent ? longestSilence : 0;
  }
}
