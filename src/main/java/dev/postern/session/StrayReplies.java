package dev.postern.session;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replies of clients that reach another node than the one which asked. Whoever gets such a reply
 * puts it where all nodes look; the node that waits for it takes it from there. Only replies to
 * questions that the installation asked in the same session are kept, each once, so that a client
 * can fill nothing. Safe for concurrent use.
 */
public final class StrayReplies {
  private static final Logger LOG = LoggerFactory.getLogger(StrayReplies.class);

  /** Sealed, it is about 110 characters. */
  private static final int LONGEST_ID = 200;

  /** As many bytes as a message may have by default, sealed; larger ones are dropped. */
  private static final int LONGEST_REPLY = 6 * 1024 * 1024;

  private static final int RANDOM_BYTES = 12;
  private static final Duration BETWEEN_PURGES = Duration.ofHours(1);

  /** Where all nodes of an installation look; methods may throw what says why they cannot. */
  public interface Shared {
    /** Keeps the first reply to a question and no other. */
    void put(String question, String reply, Instant expiry);

    /** The replies that are there for some of these questions; they are gone then. */
    Map<String, String> take(Collection<String> questions);

    void forgetExpired(Instant now);
  }

  private final Seal ids;
  private final Seal replies;
  private final Shared shared;
  private final Duration life;
  private final Clock clock;
  private final SecureRandom random = new SecureRandom();
  private Instant purged = Instant.EPOCH; // of the thread that takes

  /**
   * @param life how long somebody may wait for a reply
   */
  public StrayReplies(SessionKeys keys, Shared shared, Duration life, Clock clock) {
    this.ids = new Seal(keys, "postern question 1", LONGEST_ID);
    this.replies = new Seal(keys, "postern reply 1", LONGEST_REPLY);
    this.shared = shared;
    this.life = life;
    this.clock = clock;
  }

  /** An id that every node knows as one of a question to this session. */
  public String newQuestionId(String sessionId) {
    byte[] unique = new byte[RANDOM_BYTES];
    random.nextBytes(unique);
    String text =
        EndedSessions.mark(sessionId)
            + Base64.getUrlEncoder().withoutPadding().encodeToString(unique);
    return ids.seal(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Keeps a reply that nobody waits for here, unless nobody asked. */
  public void keep(String sessionId, String questionId, byte[] reply) {
    if (!isOf(sessionId, questionId) || replies.isTooLong(reply)) {
      return;
    }
    try {
      shared.put(EndedSessions.mark(questionId), replies.seal(reply), clock.instant().plus(life));
    } catch (RuntimeException e) { // the call that waits for it ends by its time limit
      LOG.warn("A client's answer cannot be handed to the node that waits: {}", e.getMessage());
    }
  }

  private boolean isOf(String sessionId, String questionId) {
    Optional<byte[]> text = ids.open(questionId);
    return text.isPresent()
        && new String(text.get(), StandardCharsets.UTF_8).startsWith(EndedSessions.mark(sessionId));
  }

  /**
   * What other nodes got for these questions; to be called about every second while there are some,
   * by one thread.
   *
   * @return replies by the ids of their questions
   */
  public Map<String, byte[]> take(Collection<String> questionIds) {
    Map<String, String> idsByMark = new HashMap<>();
    questionIds.forEach(id -> idsByMark.put(EndedSessions.mark(id), id));
    Map<String, byte[]> taken = new HashMap<>();
    shared
        .take(idsByMark.keySet())
        .forEach(
            (mark, reply) ->
                replies.open(reply).ifPresent(bytes -> taken.put(idsByMark.get(mark), bytes)));
    Instant now = clock.instant();
    if (purged.plus(BETWEEN_PURGES).isBefore(now)) {
      purged = now;
      shared.forgetExpired(now);
    }
    return taken;
  }
}
