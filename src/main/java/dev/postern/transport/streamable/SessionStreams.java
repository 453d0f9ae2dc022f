package dev.postern.transport.streamable;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.protocol.RpcJson;
import dev.postern.session.SessionMemory;
import dev.postern.transport.Pulse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The streams of sessions on this node: those that clients hold open with GET, and what is left of
 * any stream for a while after its connection broke. A session may hold several; a message goes out
 * on one of them only, its newest (2025-11-25, transports, multiple connections).
 */
public final class SessionStreams implements Pulse.Beating, AutoCloseable {

  /** More of one session are a client that forgets its streams; the oldest is closed. */
  private static final int MOST_PER_SESSION = 8;

  /** Of all sessions; about as many as can be open at once on a large heap. */
  private static final int MOST_LOGS = 50_000;

  private final SessionMemory memory;
  private final long keptNanos;

  /** Listening streams by session, oldest first. Lists are immutable, replaced by the map. */
  private final ConcurrentMap<String, List<EventLog>> listening = new ConcurrentHashMap<>();

  /** Every stream that can be resumed, by its id. */
  private final ConcurrentMap<String, EventLog> logs = new ConcurrentHashMap<>();

  /**
   * @param kept how long a stream whose connection broke can be resumed
   */
  public SessionStreams(SessionMemory memory, Duration kept) {
    this.memory = memory;
    this.keptNanos = kept.toNanos();
  }

  /** A new stream that can be resumed; for an answer, unless it is also {@link #listen}ing. */
  EventLog open(String sessionId) {
    EventLog log = new EventLog(sessionId);
    if (logs.size() < MOST_LOGS) {
      logs.put(log.id(), log);
    }
    return log;
  }

  /** Makes the stream one that hears of changes. */
  void listen(EventLog log) {
    List<EventLog> all = listening.merge(log.sessionId(), List.of(log), SessionStreams::joined);
    if (all.size() > MOST_PER_SESSION) {
      forget(all.get(0));
    }
  }

  /** A stream of this session, by the id of one of its events. */
  Optional<Resumed> resume(String sessionId, String lastEventId) {
    int underscore = lastEventId.lastIndexOf('_');
    if (underscore < 0) {
      return Optional.empty();
    }
    EventLog log = logs.get(lastEventId.substring(0, underscore));
    if (log == null || !log.sessionId().equals(sessionId)) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new Resumed(log, Long.parseUnsignedLong(lastEventId.substring(underscore + 1))));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** A stream, and the number of the last event that its client has. */
  record Resumed(EventLog log, long after) {}

  /** Ends all streams of a session. */
  void end(String sessionId) {
    listening.getOrDefault(sessionId, List.of()).forEach(this::forget);
    for (EventLog log : logs.values()) {
      if (log.sessionId().equals(sessionId)) {
        forget(log);
      }
    }
  }

  /** Sends a notification to every session that listens, once each. */
  public void tellAll(String method) {
    byte[] json = RpcJson.notification(method, Json.object());
    listening.forEach((sessionId, streams) -> newest(streams).send(json));
  }

  /** Tells the sessions that subscribed to this resource. */
  public void tellUpdated(String uri) {
    ObjectNode params = Json.object().put("uri", uri);
    byte[] json = RpcJson.notification("notifications/resources/updated", params);
    listening.forEach(
        (sessionId, streams) -> {
          if (memory.isSubscribed(sessionId, uri)) {
            newest(streams).send(json);
          }
        });
  }

  /** The newest that has a connection, else the newest, for its client to come back to. */
  private static EventLog newest(List<EventLog> streams) {
    for (int i = streams.size() - 1; i >= 0; i--) {
      if (streams.get(i).isAttached()) {
        return streams.get(i);
      }
    }
    return streams.get(streams.size() - 1);
  }

  @Override
  public void beat() {
    for (Iterator<Map.Entry<String, EventLog>> all = logs.entrySet().iterator(); all.hasNext(); ) {
      EventLog log = all.next().getValue();
      log.keepAlive();
      if (log.isForsaken(keptNanos)) {
        forget(log);
      }
    }
  }

  /** Ends a stream that nobody may resume any more. */
  void forget(EventLog log) {
    logs.remove(log.id());
    listening.computeIfPresent(
        log.sessionId(),
        (id, present) -> {
          List<EventLog> rest = new ArrayList<>(present);
          rest.remove(log);
          return rest.isEmpty() ? null : List.copyOf(rest);
        });
    log.close();
  }

  private static List<EventLog> joined(List<EventLog> present, List<EventLog> added) {
    List<EventLog> all = new ArrayList<>(present);
    all.addAll(added);
    return List.copyOf(all);
  }

  @Override
  public void close() {
    logs.values().forEach(EventLog::finish);
    listening.clear();
    logs.clear();
  }
}
