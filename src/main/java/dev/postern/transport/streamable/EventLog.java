package dev.postern.transport.streamable;

import dev.postern.transport.ResponseStream;
import dev.postern.transport.ServerSentEvent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One stream as its session sees it: it outlives the connections that carry it, so that a client
 * whose connection broke gets what it missed. Bounded; what is too old cannot be replayed.
 */
final class EventLog {
  private static final int MOST_EVENTS = 256;
  private static final int MOST_BYTES = 1024 * 1024;

  private final String id = UUID.randomUUID().toString().substring(0, 13);
  private final String sessionId;
  private final AtomicLong replayBytes;

  /** All guarded by this. */
  private final Deque<Event> events = new ArrayDeque<>(0);

  private int bytes;
  private long last;
  private ResponseStream attached;
  private long detachedAt = System.nanoTime();
  private boolean finished;

  /**
   * @param replayBytes of all streams; this one adds what it keeps
   */
  EventLog(String sessionId, AtomicLong replayBytes) {
    this.sessionId = sessionId;
    this.replayBytes = replayBytes;
  }

  String id() {
    return id;
  }

  String sessionId() {
    return sessionId;
  }

  /** The id of the newest event, for a client to resume from. */
  synchronized String position() {
    return id + "_" + last;
  }

  synchronized void send(byte[] json) {
    last++;
    byte[] event = ServerSentEvent.message(id + "_" + last, json);
    keep(new Event(last, event));
    if (attached != null) {
      attached.write(event);
    }
  }

  private void keep(Event event) {
    int before = bytes;
    events.add(event);
    bytes += event.bytes().length;
    while (events.size() > MOST_EVENTS || (bytes > MOST_BYTES && events.size() > 1)) {
      bytes -= events.remove().bytes().length;
    }
    replayBytes.addAndGet(bytes - before);
  }

  /** Nothing will come any more; the connection ends when everything has gone out. */
  synchronized void finish() {
    finished = true;
    if (attached != null) {
      attached.finish();
    }
  }

  /** Ends the connection only; the stream goes on for whoever resumes it. */
  synchronized void drop() {
    if (attached != null) {
      attached.finish();
    }
  }

  /** Carries on over this connection, beginning with what came after the event. */
  synchronized void attach(ResponseStream connection, long after) {
    ResponseStream before = attached;
    attached = connection;
    if (before != null) {
      before.finish();
    }
    for (Event event : events) {
      if (event.number() > after) {
        connection.write(event.bytes());
      }
    }
    if (finished) {
      connection.finish();
    }
    if (connection.isClosed()) { // before we knew it, so that it could not be detached
      detach(connection);
    }
  }

  synchronized void detach(ResponseStream connection) {
    if (attached == connection) {
      attached = null;
      detachedAt = System.nanoTime();
    }
  }

  /** As {@link System#nanoTime} was when its last connection ended. */
  synchronized long detachedAt() {
    return detachedAt;
  }

  synchronized boolean isAttached() {
    return attached != null;
  }

  /** Whether nobody has come back for this long, in nanoseconds. */
  synchronized boolean isForsaken(long nanos) {
    return attached == null && System.nanoTime() - detachedAt > nanos;
  }

  synchronized void keepAlive() {
    if (attached != null) {
      attached.write(ServerSentEvent.KEEP_ALIVE);
    }
  }

  /** Ends the stream for good, and its connection at once. */
  synchronized void close() {
    finished = true;
    replayBytes.addAndGet(-bytes);
    bytes = 0;
    events.clear();
    if (attached != null) {
      attached.close();
    }
  }

  private record Event(long number, byte[] bytes) {}
}
