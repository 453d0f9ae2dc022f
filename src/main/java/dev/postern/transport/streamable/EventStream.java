package dev.postern.transport.streamable;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One open stream of server-sent events. Nobody waits for its reader: events queue up here and are
 * written when the connection takes them; a reader that falls too far behind is cut off.
 */
final class EventStream implements WriteListener, AsyncListener {
  private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);

  /** Events that a reader may lag behind; more would only feed a client that stopped reading. */
  private static final int MOST_WAITING = 256;

  private final AsyncContext async;
  private final ServletOutputStream out;
  private final Consumer<EventStream> onClose;

  /** Guarded by this. */
  private final Queue<byte[]> waiting = new ArrayDeque<>();

  /** Guarded by this. */
  private boolean flushed = true;

  /** Guarded by this. */
  private boolean closed;

  /**
   * @param onClose told once, when the stream has ended for whatever reason; must not block
   */
  EventStream(AsyncContext async, ServletOutputStream out, Consumer<EventStream> onClose) {
    this.async = async;
    this.out = out;
    this.onClose = onClose;
  }

  /** Takes over the connection; the response must be committed. */
  void start() {
    async.setTimeout(0);
    async.addListener(this);
    out.setWriteListener(this);
  }

  /** Sends the event as soon as the connection takes it; returns at once. */
  void send(byte[] event) {
    boolean overflow;
    synchronized (this) {
      overflow = waiting.size() >= MOST_WAITING;
      if (!overflow && !closed) {
        waiting.add(event);
      }
    }
    if (overflow) {
      LOG.debug("A client stopped reading its stream; {} events wait, so it ends", MOST_WAITING);
      close();
    } else {
      drain();
    }
  }

  /** Ends the stream properly, without what still waits. */
  void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      waiting.clear();
      try {
        async.complete();
      } catch (IllegalStateException e) {
        LOG.trace("The server had completed the stream already", e);
      }
    }
    onClose.accept(this);
  }

  private void drain() {
    try {
      write();
    } catch (IOException | IllegalStateException e) { // the client is gone, or the server stops
      LOG.trace("A stream ended", e);
      close();
    }
  }

  private synchronized void write() throws IOException {
    while (!closed && out.isReady()) {
      byte[] event = waiting.poll();
      if (event != null) {
        out.write(event);
        flushed = false;
      } else if (!flushed) {
        flushed = true;
        out.flush();
      } else {
        return;
      }
    }
  }

  @Override
  public void onWritePossible() {
    drain();
  }

  @Override
  public void onError(Throwable t) {
    LOG.trace("A stream broke", t);
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
    // The stream never starts anew.
  }
}
