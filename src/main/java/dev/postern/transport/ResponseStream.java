package dev.postern.transport;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A response that is written bit by bit without anybody waiting for its reader: bytes queue up here
 * and go out when the connection takes them. A reader that falls too far behind is cut off.
 */
public final class ResponseStream implements WriteListener, AsyncListener {
  private static final Logger LOG = LoggerFactory.getLogger(ResponseStream.class);

  /** Pieces that a reader may lag behind; more would only feed a client that stopped reading. */
  private static final int MOST_WAITING = 1_000;

  private final AsyncContext async;
  private final ServletOutputStream out;
  private final Runnable onClose;

  /** Write where the server does not yet tell when it can; null where it does. */
  private final CallThreads writers;

  /** All guarded by this. */
  private final Queue<byte[]> waiting = new ArrayDeque<>();

  private boolean flushed = true;
  private boolean finishing;
  private boolean closed;
  private boolean writing;

  private ResponseStream(AsyncContext async, CallThreads writers, Runnable onClose)
      throws IOException {
    this.async = async;
    this.out = async.getResponse().getOutputStream();
    this.writers = writers;
    this.onClose = onClose;
  }

  /**
   * Takes over a response whose headers are set.
   *
   * @param async as started for its request, with the time-out off
   * @param onClose told once, when the response has ended for whatever reason; must not block
   */
  public static ResponseStream over(AsyncContext async, Runnable onClose) throws IOException {
    ResponseStream stream = new ResponseStream(async, null, onClose);
    async.addListener(stream);
    stream.out.setWriteListener(stream);
    return stream;
  }

  /**
   * As {@link #over}, while the request's own thread is still at work. A server calls no write
   * listener before that thread is back, which may be when everything is over; so these responses
   * are written by threads that wait for the reader, one at a time for each.
   */
  public static ResponseStream meanwhile(AsyncContext async, CallThreads writers, Runnable onClose)
      throws IOException {
    ResponseStream stream = new ResponseStream(async, writers, onClose);
    async.addListener(stream);
    return stream;
  }

  /** Sends the bytes as soon as the connection takes them; returns at once. */
  public void write(byte[] bytes) {
    boolean overflow;
    synchronized (this) {
      overflow = waiting.size() >= MOST_WAITING;
      if (!overflow && !closed && !finishing) {
        waiting.add(bytes);
      }
    }
    if (overflow) {
      LOG.debug("A client stopped reading; {} pieces wait, so its response ends", MOST_WAITING);
      close();
    } else {
      drain();
    }
  }

  /** Ends the response properly, once everything has gone out. */
  public void finish() {
    synchronized (this) {
      finishing = true;
    }
    drain();
  }

  /** Ends the response now, without what still waits. */
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      waiting.clear();
      try {
        async.complete();
      } catch (IllegalStateException e) {
        LOG.trace("The server had completed the response already", e);
      }
    }
    onClose.run();
  }

  public synchronized boolean isClosed() {
    return closed;
  }

  private void drain() {
    if (writers != null) {
      if (claimsWriting() && !writers.run(this::writeAll)) {
        close();
      }
      return;
    }
    boolean done;
    try {
      done = writeWhatFits();
    } catch (IOException | IllegalStateException e) { // the client is gone, or the server stops
      LOG.trace("A response ended", e);
      done = true;
    }
    if (done) {
      close();
    }
  }

  /**
   * @return whether everything has gone out and nothing more will come
   */
  private synchronized boolean writeWhatFits() throws IOException {
    while (!closed && out.isReady()) {
      byte[] bytes = waiting.poll();
      if (bytes != null) {
        out.write(bytes);
        flushed = false;
      } else if (!flushed) {
        flushed = true;
        out.flush();
      } else {
        return finishing;
      }
    }
    return false;
  }

  private synchronized boolean claimsWriting() {
    boolean claimed = !writing && !closed;
    writing |= claimed;
    return claimed;
  }

  private void writeAll() {
    try {
      for (byte[] bytes = next(); bytes != null; bytes = next()) {
        out.write(bytes);
        out.flush();
      }
    } catch (IOException | IllegalStateException e) { // the client is gone, or the server stops
      LOG.trace("A response ended", e);
      close();
    }
  }

  /** Null where nothing waits any more; this thread is no longer the writer then. */
  private byte[] next() {
    boolean done;
    synchronized (this) {
      byte[] bytes = closed ? null : waiting.poll();
      if (bytes != null) {
        return bytes;
      }
      writing = false;
      done = finishing;
    }
    if (done) {
      close();
    }
    return null;
  }

  @Override
  public void onWritePossible() {
    drain();
  }

  @Override
  public void onError(Throwable t) {
    LOG.trace("A response broke", t);
    close();
  }

  @Override
  public void onComplete(AsyncEvent event) {
    close();
  }

  @Override
  public void onTimeout(AsyncEvent event) {
    close();
  }

  @Override
  public void onError(AsyncEvent event) {
    close();
  }

  @Override
  public void onStartAsync(AsyncEvent event) {
    // A response is never started anew.
  }
}
