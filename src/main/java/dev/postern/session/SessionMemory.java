package dev.postern.session;

import dev.postern.message.mcp.LogLevel;
import java.util.LinkedHashMap;
import java.util.List;
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

  private static final int MOST_SUBSCRIPTIONS = 1_000;

  /** Of a session's URIs together. */
  private static final int MOST_CHARACTERS = 256 * 1024;

  /** Of all URIs of all sessions: 16 MB, or 32 where they are not plain ASCII. */
  private static final long MOST_CHARACTERS_OF_ALL = 16L * 1024 * 1024;

  /** In the order of use. Guarded by this. */
  private final Map<String, Kept> bySession = new LinkedHashMap<>(16, 0.75f, true);

  /** Of all URIs in there. Guarded by this. */
  private long characters;

  public synchronized Optional<LogLevel> logLevel(String sessionId) {
    Kept kept = bySession.get(sessionId);
    return kept == null ? Optional.empty() : Optional.ofNullable(kept.logLevel);
  }

  public synchronized void setLogLevel(String sessionId, LogLevel level) {
    kept(sessionId).logLevel = level;
  }

  /**
   * @return false where the session has as many as it may
   */
  public synchronized boolean subscribe(String sessionId, String uri) {
    Kept kept = kept(sessionId);
    if (kept.subscriptions.contains(uri)) {
      return true;
    }
    if (kept.subscriptions.size() >= MOST_SUBSCRIPTIONS
        || kept.characters + uri.length() > MOST_CHARACTERS) {
      return false;
    }
    kept.subscriptions.add(uri);
    count(kept, uri.length());
    while (characters > MOST_CHARACTERS_OF_ALL) {
      forgetOldest();
    }
    return true;
  }

  public synchronized void unsubscribe(String sessionId, String uri) {
    Kept kept = bySession.get(sessionId);
    if (kept != null && kept.subscriptions.remove(uri)) {
      count(kept, -uri.length());
    }
  }

  /** The URIs that the session subscribed to, in their order. */
  public synchronized List<String> subscriptions(String sessionId) {
    Kept kept = bySession.get(sessionId);
    return kept == null ? List.of() : List.copyOf(kept.subscriptions);
  }

  public synchronized void forget(String sessionId) {
    Kept kept = bySession.remove(sessionId);
    if (kept != null) {
      count(kept, -kept.characters);
    }
  }

  private void count(Kept kept, int more) {
    kept.characters += more;
    characters += more;
  }

  private void forgetOldest() {
    forget(bySession.keySet().iterator().next());
  }

  private Kept kept(String sessionId) {
    Kept kept = bySession.computeIfAbsent(sessionId, id -> new Kept());
    if (bySession.size() > MOST_SESSIONS) {
      forgetOldest();
    }
    return kept;
  }

  /** Guarded by the memory it is in. */
  private static final class Kept {
    private LogLevel logLevel;
    private int characters;
    private final Set<String> subscriptions = new TreeSet<>();
  }
}
