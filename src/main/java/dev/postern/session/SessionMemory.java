package dev.postern.session;

import dev.postern.message.mcp.LogLevel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What sessions set beside what their ids carry, here or on other nodes: their log level and the
 * resources that they want to hear of. Bounded; what was used longest ago is forgotten first. A
 * session is known by its id or its {@link EndedSessions#mark}.
 */
public final class SessionMemory {

  /** Few clients set either; an entry takes a few hundred bytes. */
  private static final int MOST_SESSIONS = 10_000;

  private static final int MOST_SUBSCRIPTIONS = 1_000;

  /** Of a session's URIs together. */
  private static final int MOST_CHARACTERS = 256 * 1024;

  /** Of all URIs of all sessions: 16 MB, or 32 where they are not plain ASCII. */
  private static final long MOST_CHARACTERS_OF_ALL = 16L * 1024 * 1024;

  /** By the marks of their sessions, in the order of use. Guarded by this. */
  private final Map<String, Kept> bySession = new LinkedHashMap<>(16, 0.75f, true);

  /** Of all URIs in there. Guarded by this. */
  private long characters;

  /** Whether any session ever set anything; most do not, and their requests need no lock. */
  private volatile boolean used;

  public Optional<LogLevel> logLevel(String sessionId) {
    if (!used) {
      return Optional.empty();
    }
    synchronized (this) {
      return find(sessionId).map(kept -> kept.logLevel);
    }
  }

  /** Called under the lock. */
  private Optional<Kept> find(String sessionId) {
    return Optional.ofNullable(bySession.get(EndedSessions.mark(sessionId)));
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
    find(sessionId)
        .filter(kept -> kept.subscriptions.remove(uri))
        .ifPresent(kept -> count(kept, -uri.length()));
  }

  /** The URIs that the session subscribed to, in their order. */
  public List<String> subscriptions(String sessionId) {
    if (!used) {
      return List.of();
    }
    synchronized (this) {
      return find(sessionId).map(kept -> List.copyOf(kept.subscriptions)).orElse(List.of());
    }
  }

  /**
   * @return whether the session had set anything
   */
  public synchronized boolean forget(String sessionId) {
    Kept kept = bySession.remove(EndedSessions.mark(sessionId));
    if (kept != null) {
      count(kept, -kept.characters);
    }
    return kept != null;
  }

  private void count(Kept kept, int more) {
    kept.characters += more;
    characters += more;
  }

  private void forgetOldest() {
    forget(bySession.keySet().iterator().next());
  }

  private Kept kept(String sessionId) {
    used = true;
    Kept kept = bySession.computeIfAbsent(EndedSessions.mark(sessionId), mark -> new Kept());
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
