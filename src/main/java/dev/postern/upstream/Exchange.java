package dev.postern.upstream;

import java.net.URI;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.core5.http.HttpRequest;

/** One call on its way, as the watcher sees it. */
final class Exchange extends HttpUriRequestBase {
  private static final long serialVersionUID = 1;
  private static final URI ROOT = URI.create("/");

  private final transient Thread caller = Thread.currentThread();
  private final long start = System.nanoTime();
  private final transient TimeLimits limits;
  private final String target;

  // Written by the caller, read by the watcher.
  private volatile boolean connected;
  private volatile boolean begun;

  /** Millis; 0 where silence does not matter. Written by the caller before the two below. */
  private volatile int longestSilence;

  private volatile long lastHeard;

  // All written by the watcher, read by the caller once its blocking call failed.
  private volatile boolean overdue;
  private volatile boolean unconnected;
  private volatile boolean unanswered;
  private volatile boolean silent;

  Exchange(String method, String target, TimeLimits limits) {
    super(method, ROOT);
    this.limits = limits;
    this.target = target;
  }

  /** From now on the call also ends after this many milliseconds without {@link #heard}. */
  void endWhenSilentFor(int millis) {
    lastHeard = System.nanoTime();
    longestSilence = millis;
  }

  /**
   * There is a connection to the service. Only now the request gets its path: HttpClient would take
   * it apart before, for a way of authentication that is switched off.
   *
   * @param request HttpClient's copy of this one
   */
  void connected(HttpRequest request) {
    request.setPath(target); // as it is; a URI would be taken apart and put together again
    connected = true;
  }

  /** The head of the answer is there. */
  void begun() {
    begun = true;
  }

  void heard() {
    lastHeard = System.nanoTime();
  }

  /** Ends the call if it is overdue or nobody waits for it any more. */
  void check(long now) {
    int silence = longestSilence;
    if (isOver(limits.whole(), now)) {
      overdue = true;
      abort();
    } else if (!connected && limits.connect() > 0 && isOver(limits.connect(), now)) {
      unconnected = true;
      abort();
    } else if (!begun && limits.firstByte() > 0 && isOver(limits.firstByte(), now)) {
      unanswered = true;
      abort();
    } else if (silence > 0 && now - lastHeard >= silence * 1_000_000L) {
      silent = true;
      abort();
    } else if (caller.isInterrupted()) {
      abort();
    }
  }

  private boolean isOver(int millis, long now) {
    return now - start >= millis * 1_000_000L;
  }

  boolean overdue() {
    return overdue;
  }

  /** Whether it was ended because no connection came about. */
  boolean unconnected() {
    return unconnected;
  }

  /** Whether it was ended because the answer did not begin. */
  boolean unanswered() {
    return unanswered;
  }

  /** The silence after which the call was ended, in milliseconds; 0 where it was not. */
  int endedBySilence() {
    return silent ? longestSilence : 0;
  }
}
