package dev.postern.session;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What sessions set on one node, for the others and for after a restart. A session has one note for
 * each thing it sets, so that a client can fill nothing by setting it again and again. Nodes read
 * what is new about every second. Writing is safe for concurrent use.
 */
public final class SessionNotes {
  private static final Logger LOG = LoggerFactory.getLogger(SessionNotes.class);

  /** Whoever gave up a call told so while it ran; its node looks within seconds. */
  private static final Duration LIFE_OF_CANCELLED = Duration.ofMinutes(1);

  /** A client cancels a few calls at once; of more within a second some go on. */
  private static final int SLOTS_OF_CANCELLED = 16;

  /** As many as can be under way at once when we look: rows become visible in any order. */
  private static final int OVERLAP = 200;

  /** What is read at once. */
  private static final int PAGE = 1_000;

  /** A URI may have 256 thousand characters, of which each may take four bytes. */
  private static final int LONGEST_NOTE = 2 * 1024 * 1024;

  private static final Duration BETWEEN_PURGES = Duration.ofHours(1);

  /** Where all nodes of an installation look; methods may throw what says why they cannot. */
  public interface Shared {
    /** Keeps the note instead of the one that the session has in this slot. */
    void put(String mark, String slot, String note, Instant expiry);

    /** Those with a higher number, in the order of their numbers. */
    List<Entry> after(long number, int most);

    /** Forgets all notes of a session. */
    void forget(String mark);

    void forgetExpired(Instant now);
  }

  /**
   * A note as it is kept.
   *
   * @param number grows with time, roughly
   */
  public record Entry(long number, String note) {}

  /** What a note says. */
  public enum Kind {
    /** The log level is the value. */
    LEVEL,
    /** The session wants to hear of the resource whose URI is the value. */
    SUBSCRIBED,
    UNSUBSCRIBED,
    /** The client gave up the request whose id, as JSON, is the value. */
    CANCELLED
  }

  /**
   * What some session set.
   *
   * @param mark the session's {@link EndedSessions#mark}
   */
  public record Note(String mark, Kind kind, String value) {}

  private final Seal seal;
  private final Shared shared;
  private final Duration lifetime;
  private final Clock clock;

  /** Tells own notes from those of others, and of this node before a restart. */
  private final String node = UUID.randomUUID().toString();

  // What follows belongs to the thread that looks.
  private final TreeSet<Long> seen = new TreeSet<>();
  private Instant purged;

  /**
   * @param lifetime of sessions
   */
  public SessionNotes(SessionKeys keys, Shared shared, Duration lifetime, Clock clock) {
    this.seal = new Seal(keys, "postern note 1", LONGEST_NOTE);
    this.shared = shared;
    this.lifetime = lifetime;
    this.clock = clock;
    this.purged = clock.instant();
  }

  /** Tells the other nodes; without a word where the session ends with its connection anyway. */
  public void write(Session session, Kind kind, String value) {
    if (session.bound()) {
      return;
    }
    String mark = EndedSessions.mark(session.id());
    ObjectNode json = Json.object().put("node", node).put("session", mark);
    byte[] note = Json.bytes(json.put("kind", kind.name()).put("value", value));
    if (seal.isTooLong(note)) {
      return;
    }
    Instant expiry =
        kind == Kind.CANCELLED
            ? clock.instant().plus(LIFE_OF_CANCELLED)
            : session.issuedAt().plus(lifetime);
    try {
      shared.put(mark, slot(kind, value), seal.seal(note), expiry);
    } catch (RuntimeException e) { // it holds on this node nevertheless
      LOG.warn("Other nodes do not hear what a session set: {}", e.getMessage());
    }
  }

  /** The session has ended. */
  public void forget(Session session) {
    if (session.bound()) {
      return;
    }
    try {
      shared.forget(EndedSessions.mark(session.id()));
    } catch (RuntimeException e) { // the notes expire
      LOG.debug("The notes of a session that ended remain", e);
    }
  }

  private static String slot(Kind kind, String value) {
    return switch (kind) {
      case LEVEL -> "level";
      case SUBSCRIBED, UNSUBSCRIBED -> "uri " + digest(value);
      case CANCELLED -> "cancelled " + Math.floorMod(value.hashCode(), SLOTS_OF_CANCELLED);
    };
  }

  private static String digest(String value) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(value.getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }

  /**
   * Hands over what others wrote since the last time, and the first time all there is; to be called
   * about every second, by one thread.
   */
  public void look(Consumer<Note> taker) {
    long from = seen.isEmpty() ? 0 : Math.max(0, seen.last() - OVERLAP);
    List<Entry> page;
    do {
      page = shared.after(from, PAGE);
      for (Entry entry : page) {
        from = entry.number();
        if (seen.add(entry.number())) {
          read(entry.note()).ifPresent(taker);
        }
      }
      seen.headSet(from - OVERLAP).clear();
    } while (page.size() == PAGE);
    Instant now = clock.instant();
    if (purged.plus(BETWEEN_PURGES).isBefore(now)) {
      purged = now;
      shared.forgetExpired(now);
    }
  }

  /** Empty where it is this node's own, or none of this installation's. */
  private Optional<Note> read(String sealed) {
    try {
      Optional<byte[]> opened = seal.open(sealed);
      if (opened.isEmpty()) {
        return Optional.empty();
      }
      JsonNode json = Json.parse(opened.get());
      return json.path("node").asText().equals(node)
          ? Optional.empty()
          : Optional.of(
              new Note(
                  json.path("session").asText(),
                  Kind.valueOf(json.path("kind").asText()),
                  json.path("value").asText()));
    } catch (JsonProcessingException | IllegalArgumentException e) {
      return Optional.empty(); // of a newer version
    }
  }
}
