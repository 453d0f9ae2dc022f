package dev.postern.transport;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Writes on a borrowed thread while there is something to write; that thread, and nobody else,
 * waits for a slow reader until the server's time-out for writing.
 */
public final class ThreadStream extends ResponseStream {
  /** Whoever reads has it by then. */
  private static final long GOODBYE_MILLIS = 1_000;

  private final ServletOutputStream out;
  private final Executor writers;

  /** All guarded by this. The response must not be given back while a thread writes. */
  private boolean writing;

  private boolean completing;
  private AsyncContext async;

  ThreadStream(ServletOutputStream out, Executor writers, Runnable onClose) {
    super(onClose);
    this.out = out;
    this.writers = writers;
  }

  /**
   * The request leaves the server's thread; the response ends by this context from now on, whose
   * events the caller must pass on.
   */
  public void leave(AsyncContext context) {
    synchronized (this) {
      async = context;
      if (!completing || writing) {
        return;
      }
    }
    complete(context);
  }

  @Override
  void drain() {
    synchronized (this) {
      if (writing || isClosed()) {
        return;
      }
      writing = true;
    }
    try {
      writers.execute(this::writeAll);
    } catch (RejectedExecutionException e) { // too many readers are slow already
      stopWriting();
      broke(e);
      close();
    }
  }

  private void writeAll() {
    boolean done;
    try {
      done = writeUntilEmpty();
    } catch (IOException | RuntimeException e) { // the client is gone, or the server stops
      broke(e);
      stopWriting();
      done = true;
    }
    if (done) {
      close();
    }
  }

  /**
   * Ends the response, too, where nothing more will come: its client must not depend on a server
   * that may stop before it has completed it.
   *
   * @return whether nothing more will come
   */
  private boolean writeUntilEmpty() throws IOException {
    boolean flushed = true;
    boolean ended = false;
    while (true) {
      byte[] bytes;
      boolean last;
      synchronized (this) {
        bytes = isClosed() ? null : next();
        last = bytes == null && isFinishing();
        if (isClosed() || ended || (bytes == null && flushed && !last)) {
          stopWriting();
          return isFinishing();
        }
      }
      if (bytes != null) {
        out.write(bytes);
      } else if (last) {
        out.close();
        ended = true;
      } else {
        out.flush();
      }
      flushed = bytes == null;
    }
  }

  @Override
  synchronized void awaitWritten() {
    long end = System.nanoTime() + GOODBYE_MILLIS * 1_000_000;
    try {
      for (long left = GOODBYE_MILLIS; writing && left > 0; ) {
        wait(left);
        left = (end - System.nanoTime()) / 1_000_000;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void stopWriting() {
    writing = false;
    notifyAll();
    if (completing) {
      end();
    }
  }

  @Override
  void complete() {
    completing = true;
    if (!writing) {
      end();
    }
  }

  /** Callers hold the lock of this. */
  private void end() {
    if (async != null) {
      complete(async);
      return;
    }
    try {
      out.close(); // the client need not wait until the server has its thread back
    } catch (IOException | RuntimeException e) {
      broke(e);
    }
  }
}
