package dev.postern.session;

import java.time.Clock;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Ids of sessions that their clients ended, until they would have expired. Bounded: beyond the
 * limit the oldest is forgotten, which lets its former owner, and nobody else, use it again.
 */
public final class EndedSessions {

  /** An entry is about 500 bytes: at most 50 MB where clients end a hundred thousand sessions. */
  private static final int LIMIT = 100_000;

  private final Clock clock;

  /** In the order of ending. Guarded by this. */
  private final Map<String, Instant> expiryById = new LinkedHashMap<>();

  public EndedSessions(Clock clock) {
    this.clock = clock;
  }

  synchronized void add(String id, Instant expiry) {
    Instant now = clock.instant();
    Iterator<Instant> oldestFirst = expiryById.values().iterator();
    while (oldestFirst.hasNext()) {
      boolean full = expiryById.size() >= LIMIT;
      if (!oldestFirst.next().isBefore(now) && !full) {
        break;
      }
      oldestFirst.remove();
    }
    expiryById.put(id, expiry);
  }

  synchronized boolean contains(String id) {
    return expiryById.containsKey(id);
  }
}
