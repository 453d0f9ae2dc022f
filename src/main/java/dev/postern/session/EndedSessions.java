package dev.postern.session;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sessions that their clients ended, until their ids would have expired. Bounded: beyond the limit
 * the oldest is forgotten, which lets its former owner, and nobody else, use it again.
 */
public final class EndedSessions {

  /** An entry is about 200 bytes: at most 20 MB where clients end a hundred thousand sessions. */
  private static final int LIMIT = 100_000;

  /** As many as can be under way at once when we look: rows become visible in any order. */
  private static final int OVERLAP = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(EndedSessions.class);

  private static final Duration BETWEEN_PURGES = Duration.ofHours(1);

  /**
   * The end of an id holds the tag that authenticates the rest, so it is as unique as the id, and
   * of no use to who finds it somewhere.
   */
  private static final int MARK_LENGTH = 32;

  /** Where all nodes of an installation look; methods may throw what says why they cannot. */
  public interface Shared {
    void add(String mark, Instant expiry);

    /** Those with a higher number, in the order of their numbers. */
    List<Entry> after(long number);

    void forgetExpired(Instant now);
  }

  /**
   * A session that some node saw end.
   *
   * @param number grows with time, roughly
   */
  public record Entry(long number, String mark, Instant expiry) {}

  private final Shared shared;
  private final Clock clock;

  /** In the order of ending. Guarded by this, as is the rest. */
  private final Map<String, Instant> expiryByMark = new LinkedHashMap<>();

  /** Its keys, for requests to look at without waiting; written together with it. */
  private final Set<String> known = ConcurrentHashMap.newKeySet();

  private long highest;
  private Instant purged = Instant.EPOCH;

  public EndedSessions(Shared shared, Clock clock) {
    this.shared = shared;
    this.clock = clock;
  }

  /** On this node at once, on the others as soon as they look. */
  void add(String id, Instant expiry) {
    remember(mark(id), expiry);
    try {
      shared.add(mark(id), expiry);
    } catch (RuntimeException e) { // it has ended here nevertheless
      LOG.warn("Other nodes do not hear that a session ended: {}", e.getMessage());
    }
  }

  boolean contains(String id) {
    return known.contains(mark(id));
  }

  /**
   * Takes over what other nodes saw; to be called about every second, by one thread.
   *
   * @return the {@link #mark}s that are new here
   */
  public Set<String> look() {
    Set<String> marks = new HashSet<>();
    for (Entry entry : shared.after(Math.max(0, highest() - OVERLAP))) {
      if (remember(entry)) {
        marks.add(entry.mark());
      }
    }
    Instant now = clock.instant();
    if (isTimeToPurge(now)) {
      shared.forgetExpired(now);
    }
    return marks;
  }

  private synchronized long highest() {
    return highest;
  }

  private synchronized boolean remember(Entry entry) {
    highest = Math.max(highest, entry.number());
    boolean isNew =
        !expiryByMark.containsKey(entry.mark()) && entry.expiry().isAfter(clock.instant());
    if (isNew) {
      remember(entry.mark(), entry.expiry());
    }
    return isNew;
  }

  private synchronized void remember(String mark, Instant expiry) {
    Instant now = clock.instant();
    Iterator<Map.Entry<String, Instant>> oldestFirst = expiryByMark.entrySet().iterator();
    while (oldestFirst.hasNext()) {
      boolean full = expiryByMark.size() >= LIMIT;
      Map.Entry<String, Instant> oldest = oldestFirst.next();
      if (!oldest.getValue().isBefore(now) && !full) {
        break;
      }
      oldestFirst.remove();
      known.remove(oldest.getKey());
    }
    known.add(mark);
    expiryByMark.put(mark, expiry);
  }

  private synchronized boolean isTimeToPurge(Instant now) {
    boolean due = purged.plus(BETWEEN_PURGES).isBefore(now);
    if (due) {
      purged = now;
    }
    return due;
  }

  /** What an id of a session is known by here. */
  public static String mark(String id) {
    return id.substring(Math.max(0, id.length() - MARK_LENGTH));
  }
}
