package dev.postern.transport.websocket;

import dev.postern.security.ClientHeaders;
import dev.postern.transport.CallThreads;
import dev.postern.transport.Line;
import jakarta.websocket.CloseReason;
import jakarta.websocket.SendResult;
import jakarta.websocket.Session;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Messages as text frames. They wait here until the connection takes them; a reader that falls too
 * far behind is cut off.
 *
 * <p>Pings and closing may block in a server when nothing can be written, so they run on threads
 * for calls.
 */
final class SocketLine implements Line {
  private static final Logger LOG = LoggerFactory.getLogger(SocketLine.class);

  /** Frames that a reader may lag behind; more would only feed a client that stopped reading. */
  private static final int MOST_WAITING = 1_000;

  /** As many bytes may wait when another frame comes; one large result always finds its place. */
  private static final long MOST_BYTES = 4L * 1024 * 1024;

  /** One frame that does not go out for so long has no reader. */
  private static final Duration SEND_LIMIT = Duration.ofSeconds(30);

  /** Pings without a pong; a phone that changes its network misses one or two. */
  private static final int MOST_UNANSWERED = 3;

  private static final CloseReason GOING_AWAY =
      new CloseReason(CloseReason.CloseCodes.GOING_AWAY, "");
  private static final CloseReason NOT_READING =
      new CloseReason(CloseReason.CloseCodes.VIOLATED_POLICY, "nothing is read or answered");

  private final Session session;
  private final CallThreads threads;
  private final ClientHeaders clientHeaders;

  /** All guarded by this. */
  private final Queue<byte[]> waiting = new ArrayDeque<>();

  private long waitingBytes;
  private boolean draining;
  private boolean sending;
  private long sendingSince;
  private int unansweredPings;
  private CloseReason closing;
  private boolean closed;

  /**
   * @param clientHeaders of the handshake
   */
  SocketLine(Session session, CallThreads threads, ClientHeaders clientHeaders) {
    this.session = session;
    this.threads = threads;
    this.clientHeaders = clientHeaders;
  }

  @Override
  public ClientHeaders clientHeaders() {
    return clientHeaders;
  }

  @Override
  public void send(byte[] json) {
    boolean overflow;
    synchronized (this) {
      overflow = waiting.size() >= MOST_WAITING || waitingBytes >= MOST_BYTES;
      if (!overflow && closing == null && !closed) {
        waiting.add(json);
        waitingBytes += json.length;
      }
    }
    if (overflow) {
      LOG.debug("A client stopped reading, so it is cut off");
      closeNow(NOT_READING);
    } else {
      drain();
    }
  }

  /**
   * Hands over one frame after the other. A server may confirm a frame inside of the call that
   * sends it; so this is a loop and no recursion, and one thread is in it at a time.
   */
  private void drain() {
    synchronized (this) {
      if (draining) {
        return;
      }
      draining = true;
    }
    for (byte[] json = next(); json != null; json = next()) {
      try {
        session.getAsyncRemote().sendText(new String(json, StandardCharsets.UTF_8), this::sent);
      } catch (RuntimeException e) { // the connection is gone
        LOG.trace("A frame could not be sent", e);
        closeNow(NOT_READING);
      }
    }
  }

  /** The next frame; null, and out of the loop, where none can be sent now. */
  private synchronized byte[] next() {
    byte[] json = sending || closed ? null : waiting.poll();
    if (json != null) {
      waitingBytes -= json.length;
      sending = true;
      sendingSince = System.nanoTime();
      return json;
    }
    draining = false;
    if (!sending && !closed && closing != null) {
      CloseReason reason = closing;
      closed = true;
      threads.run(() -> close(reason));
    }
    return null;
  }

  private void sent(SendResult result) {
    synchronized (this) {
      sending = false;
    }
    if (result.isOK()) {
      drain();
    } else {
      LOG.trace("A frame did not go out", result.getException());
      closeNow(NOT_READING);
    }
  }

  @Override
  public void keepAlive() {
    boolean stalled;
    boolean ping;
    synchronized (this) {
      stalled =
          sending
              ? System.nanoTime() - sendingSince > SEND_LIMIT.toNanos()
              : unansweredPings >= MOST_UNANSWERED;
      ping = !sending && !stalled && !closed; // what is on its way keeps alive as well
      unansweredPings += ping ? 1 : 0;
    }
    if (stalled) {
      closeNow(NOT_READING);
    } else if (ping) {
      threads.run(this::ping);
    }
  }

  private void ping() {
    try {
      session.getAsyncRemote().sendPing(ByteBuffer.allocate(0));
    } catch (IOException | RuntimeException e) {
      LOG.trace("A ping could not be sent", e);
    }
  }

  /** The client is there. */
  synchronized void heard() {
    unansweredPings = 0;
  }

  @Override
  public void end() {
    endWith(GOING_AWAY);
  }

  /** Ends the connection once everything has gone out. */
  void endWith(CloseReason reason) {
    synchronized (this) {
      if (closing == null) {
        closing = reason;
      }
    }
    drain();
  }

  private void closeNow(CloseReason reason) {
    synchronized (this) {
      waiting.clear();
      if (closed) {
        return;
      }
      closed = true;
    }
    threads.run(() -> close(reason));
  }

  private void close(CloseReason reason) {
    try {
      session.close(reason);
    } catch (IOException | RuntimeException e) {
      LOG.trace("A connection had ended already", e);
    }
  }
}
