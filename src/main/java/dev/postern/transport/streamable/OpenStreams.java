package dev.postern.transport.streamable;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The streams that clients hold open, by session. A session may hold several; a message goes out on
 * one of them only, its newest (2025-11-25, transports, multiple connections).
 *
 * <p>A comment goes over each stream from time to time: proxies close idle connections, and a
 * servlet notices a client that vanished only by writing to it.
 */
public final class OpenStreams implements AutoCloseable {
  private static final byte[] KEEP_ALIVE = ": keep-alive\n\n".getBytes(StandardCharsets.US_ASCII);

  /** More of one session are a client that forgets its streams; the oldest is closed. */
  private static final int MOST_PER_SESSION = 8;

  /** Oldest first. Lists are immutable and replaced under the map's own locks. */
  private final ConcurrentMap<String, List<EventStream>> streams = new ConcurrentHashMap<>();

  private final ScheduledExecutorService keepAlive;
  private volatile boolean closed;

  /**
   * @param keepAliveEvery time between two comments on a stream
   */
  public OpenStreams(Duration keepAliveEvery) {
    keepAlive =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "postern-keep-alive");
              thread.setDaemon(true);
              return thread;
            });
    keepAlive.scheduleWithFixedDelay(
        () -> each(KEEP_ALIVE),
        keepAliveEvery.toMillis(),
        keepAliveEvery.toMillis(),
        TimeUnit.MILLISECONDS);
  }

  void add(String sessionId, EventStream stream) {
    List<EventStream> now = streams.merge(sessionId, List.of(stream), OpenStreams::joined);
    if (now.size() > MOST_PER_SESSION) {
      now.get(0).close();
    }
    if (closed) {
      stream.close();
    }
  }

  void remove(String sessionId, EventStream stream) {
    streams.computeIfPresent(
        sessionId,
        (id, present) -> {
          List<EventStream> rest = new ArrayList<>(present);
          rest.remove(stream);
          return rest.isEmpty() ? null : List.copyOf(rest);
        });
  }

  /** Ends all streams of a session. */
  void end(String sessionId) {
    streams.getOrDefault(sessionId, List.of()).forEach(EventStream::close);
  }

  /** Sends a notification to every session that listens, once each. */
  public void tellAll(String method) {
    byte[] event = event(RpcJson.notification(method));
    for (List<EventStream> ofSession : streams.values()) {
      ofSession.get(ofSession.size() - 1).send(event);
    }
  }

  static byte[] event(byte[] json) {
    byte[] head = "event: message\ndata: ".getBytes(StandardCharsets.US_ASCII);
    byte[] event = new byte[head.length + json.length + 2];
    System.arraycopy(head, 0, event, 0, head.length);
    System.arraycopy(json, 0, event, head.length, json.length);
    event[event.length - 2] = '\n';
    event[event.length - 1] = '\n';
    return event;
  }

  private void each(byte[] bytes) {
    for (List<EventStream> ofSession : streams.values()) {
      ofSession.forEach(stream -> stream.send(bytes));
    }
  }

  private static List<EventStream> joined(List<EventStream> present, List<EventStream> added) {
    List<EventStream> all = new ArrayList<>(present);
    all.addAll(added);
    return List.copyOf(all);
  }

  @Override
  public void close() {
    closed = true;
    keepAlive.shutdownNow();
    for (List<EventStream> ofSession : streams.values()) {
      ofSession.forEach(EventStream::close);
    }
  }
}
