package dev.postern.transport.streamable;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.CatalogueDiff;
import dev.postern.message.Json;
import dev.postern.protocol.RpcJson;
import dev.postern.session.EndedSessions;
import dev.postern.session.SessionMemory;
import dev.postern.transport.Pulse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

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

  /** For all replays together; beyond it those are forgotten whose clients left first. */
  private static final long MOST_BYTES = 64L * 1024 * 1024;

  private final SessionMemory memory;
  private final long keptNanos;

  /** Listening streams by session, oldest first. Lists are immutable, replaced by the map. */
  private final ConcurrentMap<String, List<EventLog>> listening = new ConcurrentHashMap<>();

  /** Of all events that are kept for replay. */
  private final AtomicLong replayBytes = new AtomicLong();

  private volatile boolean closed;

  /** Every stream that can be resumed, by its id. */
  private final ConcurrentMap<String, EventLog> logs = new ConcurrentHashMap<>();

  /**
   * @param kept how long a stream whose connection broke can be resumed
   */
  public SessionStreams(SessionMemory memory, Duration kept) {
    this.memory = memory;
    this.keptNanos = kept.toNanos();
  }

  /** A new stream for an answer, which can be resumed unless there are too many. */
  EventLog open(String sessionId) {
    if (isFull()) {
      forgetOldest();
    }
    EventLog log = new EventLog(sessionId, replayBytes);
    if (!closed && logs.size() < MOST_LOGS) {
      logs.put(log.id(), log);
    }
    return log;
  }

  /** A new stream that hears of changes; empty where there are too many. */
  Optional<EventLog> listen(String sessionId) {
    EventLog log = open(sessionId);
    if (!logs.containsKey(log.id())) {
      return Optional.empty();
    }
    List<EventLog> all = listening.merge(sessionId, List.of(log), SessionStreams::joined);
    if (all.size() > MOST_PER_SESSION) {
      forget(all.get(0));
    }
    return Optional.of(log);
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
      return Optional.of(new Resumed(log, Long.parseLong(lastEventId.substring(underscore + 1))));
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

  /** Ends the streams of sessions that ended elsewhere, by their {@link EndedSessions#mark}s. */
  public void endAll(Set<String> marks) {
    for (EventLog log : logs.values()) {
      if (marks.contains(EndedSessions.mark(log.sessionId()))) {
        forget(log);
      }
    }
  }

  /** Sends a notification to every session that listens, once each. */
  public void tellAll(String method) {
    byte[] json = RpcJson.notification(method, Json.object());
    listening.forEach((sessionId, streams) -> newest(streams).send(json));
  }

  /** Tells the sessions that subscribed to resources of which some read differently now. */
  public void tellUpdated(CatalogueDiff diff) {
    if (diff.updatedUris().isEmpty()) {
      return;
    }
    listening.forEach(
        (sessionId, streams) -> {
          for (String uri : diff.updated(memory.subscriptions(sessionId))) {
            ObjectNode params = Json.object().put("uri", uri);
            newest(streams).send(RpcJson.notification("notifications/resources/updated", params));
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
    for (EventLog log : logs.values()) {
      log.keepAlive();
      if (log.isForsaken(keptNanos)) {
        forget(log);
      }
    }
  }

  private boolean isFull() {
    return replayBytes.get() > MOST_BYTES || logs.size() >= MOST_LOGS;
  }

  /** Makes room for what is still worth resuming: answers whose clients left longest ago go. */
  private synchronized void forgetOldest() {
    if (!isFull()) {
      return; // somebody else did while we waited
    }
    List<EventLog> left = new ArrayList<>(logs.values());
    left.removeIf(EventLog::isAttached);
    left.sort(Comparator.comparingLong(EventLog::detachedAt));
    for (EventLog log : left) {
      if (replayBytes.get() <= MOST_BYTES / 2 && logs.size() <= MOST_LOGS / 2) {
        return;
      }
      forget(log);
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

  /** Ends the streams on which nothing will come any more; answers under way keep theirs. */
  public void endListening() {
    closed = true;
    for (List<EventLog> streams : listening.values()) {
      streams.forEach(EventLog::finish);
    }
  }

  @Override
  public void close() {
    closed = true;
    logs.values().forEach(EventLog::finish);
    listening.clear();
    logs.clear();
  }
}
