package dev.postern.protocol;

/**
 * Lets one request be cancelled while a thread works on it. The thread is interrupted at most once
 * and never after its work has ended, so that no other work of a pooled thread is hit.
 */
public final class Cancellation {

  /** All guarded by this. */
  private Thread worker;

  private boolean cancelled;
  private boolean ended;

  /** Begins the work on this thread; an earlier {@link #cancel} interrupts it at once. */
  public synchronized void begin() {
    worker = Thread.currentThread();
    if (cancelled) {
      worker.interrupt();
    }
  }

  /** Ends the work; must be called by the thread that began it, whatever happened. */
  public synchronized void end() {
    ended = true;
    worker = null;
    if (cancelled) {
      Thread.interrupted(); // ours, should the work have ended before it was noticed
    }
  }

  public synchronized void cancel() {
    if (!cancelled && !ended && worker != null) {
      worker.interrupt();
    }
    cancelled = true;
  }

  public synchronized boolean isCancelled() {
    return cancelled;
  }
}
