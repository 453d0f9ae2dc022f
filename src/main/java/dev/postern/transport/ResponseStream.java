package dev.postern.transport;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A response that is written bit by bit without anybody waiting for its reader: bytes queue up here
 * and go out when the connection takes them. A reader that falls too far behind is cut off.
 *
 * <p>Streams that mostly wait hold no thread. Answers that become streams while their request is
 * still in the server's hands cannot do that, as the server tells of a connection that takes bytes
 * again only after it got its thread back; those are written by a thread that may wait.
 */
public abstract class ResponseStream implements AsyncListener {
  private static final Logger LOG = LoggerFactory.getLogger(ResponseStream.class);

  /** Pieces that a reader may lag behind; more would only feed a client that stopped reading. */
  private static final int MOST_WAITING = 1_000;

  /** As many bytes may wait when another piece comes; one large result always finds its place. */
  private static final long MOST_BYTES = 4L * 1024 * 1024;

  private final Runnable onClose;
  private volatile Runnable farewell;

  /** All guarded by this. */
  private final Queue<byte[]> waiting = new ArrayDeque<>(2);

  private long waitingBytes;
  private boolean finishing;
  private boolean closed;

  ResponseStream(Runnable onClose) {
    this.onClose = onClose;
  }

  /**
   * Takes over a response whose headers are set, from the server's own thread.
   *
   * @param async as started for its request, with the time-out off
   * @param onClose told once, when the response has ended for whatever reason; must not block
   */
  public static ResponseStream over(AsyncContext async, Runnable onClose) throws IOException {
    return ParkedStream.take(async, onClose);
  }

  /**
   * Takes over a response whose headers are set while its request may still be in the server's
   * hands; {@link ThreadStream#leave} must follow.
   *
   * @param writers threads that may wait for the reader
   */
  public static ThreadStream over(HttpServletResponse response, Executor writers, Runnable onClose)
      throws IOException {
    return new ThreadStream(response.getOutputStream(), writers, onClose);
  }

  /** Writes what waits, or sees to it that somebody does. */
  abstract void drain();

  /** Gives the response back to the server; called once, by whoever closes it. */
  abstract void complete();

  /** Sends the bytes as soon as the connection takes them; returns at once. */
  public final void write(byte[] bytes) {
    write(List.of(bytes));
  }

  /** As {@link #write(byte[])}; the pieces are one message. */
  public final void write(List<byte[]> pieces) {
    boolean overflow;
    synchronized (this) {
      overflow = waiting.size() >= MOST_WAITING || waitingBytes >= MOST_BYTES;
      if (!overflow && !closed && !finishing) {
        for (byte[] piece : pieces) {
          waiting.add(piece);
          waitingBytes += piece.length;
        }
      }
    }
    if (overflow) {
      LOG.debug("A client stopped reading, so its response ends");
      close();
    } else {
      drain();
    }
  }

  /** Ends the response properly, once everything has gone out. */
  public final void finish() {
    synchronized (this) {
      finishing = true;
    }
    drain();
  }

  /** Ends the response now, without what still waits. */
  public final void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      waiting.clear();
      complete();
    }
    onClose.run();
  }

  public final synchronized boolean isClosed() {
    return closed;
  }

  /** The next piece; null where nothing waits. Callers hold the lock of this. */
  final byte[] next() {
    byte[] bytes = waiting.poll();
    if (bytes != null) {
      waitingBytes -= bytes.length;
    }
    return bytes;
  }

  final synchronized boolean isFinishing() {
    return finishing;
  }

  /** Servers complete some responses themselves, and say so to whoever does it again. */
  static void complete(AsyncContext async) {
    try {
      async.complete();
    } catch (IllegalStateException e) {
      LOG.trace("The server had completed the response already", e);
    }
  }

  static void broke(Throwable cause) {
    LOG.trace("A response ended", cause);
  }

  @Override
  public final void onComplete(AsyncEvent event) {
    close();
  }

  /** Responses have no time limit: a server calls this when it takes the program away. */
  @Override
  public final void onTimeout(AsyncEvent event) {
    Runnable last = farewell;
    if (last != null) {
      last.run();
    }
    finish();
    awaitWritten();
    close();
  }

  /** What is to be said if the server ends the response before we do; must not block. */
  public final void farewell(Runnable words) {
    farewell = words;
  }

  /** Waits a moment for what is being written, as the server will not. */
  void awaitWritten() {}

  @Override
  public final void onError(AsyncEvent event) {
    close();
  }

  @Override
  public final void onStartAsync(AsyncEvent event) {
    // A response is never started anew.
  }
}
