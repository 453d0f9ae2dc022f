package dev.postern.upstream;

import java.net.URI;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;

/** One call on its way, as the watcher sees it. */
final class Exchange extends HttpUriRequestBase {
  private static final long serialVersionUID = 1;
  private static final URI ROOT = URI.create("/");

  private final transient Thread caller = Thread.currentThread();
  private final long deadline;

  // Written by the watcher, read by the caller once its blocking call failed.
  private volatile boolean overdue;

  Exchange(String method, String target, long deadline) {
    super(method, ROOT);
    this.deadline = deadline;
    setPath(target); // as it is; a URI would be taken apart and put together again
  }

  /** Ends the call if it is overdue or nobody waits for it any more. */
  void check(long now) {
    if (now - deadline >= 0) {
      overdue = true;
      abort();
    } else if (caller.isInterrupted()) {
      abort();
    }
  }

  boolean overdue() {
    return overdue;
  }
}
