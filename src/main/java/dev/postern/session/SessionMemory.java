package dev.postern.session;

import dev.postern.message.mcp.LogLevel;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a session set on this node beside what its id carries: its log level and the resources that
 * it wants to hear of. Bounded; what was used longest ago is forgotten first.
 */
public final class SessionMemory {

  /** Few clients set either; an entry takes a few hundred bytes. */
  private static final int MOST_SESSIONS = 10_000;

  /** A client that wants more hears of the first ones only. */
  private static final int MOST_SUBSCRIPTIONS = 1_000;

  /** In the order of use. Guarded by this. */
  private final Map<String, Kept> bySession = new LinkedHashMap<>(16, 0.75f, true);

  public synchronized Optional<LogLevel> logLevel(String sessionId) {
    Kept kept = bySession.get(sessionId);
    return kept == null ? Optional.empty() : Optional.ofNullable(kept.logLevel);
  }

  public synchronized void setLogLevel(String sessionId, LogLevel level) {
    kept(sessionId).logLevel = level;
  }

  public synchronized void subscribe(String sessionId, String uri) {
    Set<String> uris = kept(sessionId).subscriptions;
    if (uris.size() < MOST_SUBSCRIPTIONS) {
      uris.add(uri);
    }
  }

  public synchronized void unsubscribe(String sessionId, String uri) {
    Kept kept = bySession.get(sessionId);
    if (kept != null) {
      kept.subscriptions.remove(uri);
    }
  }

  public synchronized boolean isSubscribed(String sessionId, String uri) {
    Kept kept = bySession.get(sessionId);
    return kept != null && kept.subscriptions.contains(uri);
  }

  public synchronized void forget(String sessionId) {
    bySession.remove(sessionId);
  }

  private Kept kept(String sessionId) {
    Kept kept = bySession.computeIfAbsent(sessionId, id -> new Kept());
    if (bySession.size() > MOST_SESSIONS) {
      Iterator<String> oldest = bySession.keySet().iterator();
      oldest.next();
      oldest.remove();
    }
    return kept;
  }

  /** Guarded by the memory it is in. */
  private static final class Kept {
    private LogLevel logLevel;
    private final Set<String> subscriptions = new TreeSet<>();
  }
}
