package dev.postern.session;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two nodes, and what lies between them. */
class StrayRepliesTest {
  private static final String SESSION = "a-session-id-of-some-length-as-they-have-it-0001";
  private static final byte[] REPLY = "{\"result\":{\"action\":\"accept\"}}".getBytes(UTF_8);

  private final Map<String, String> lying = new HashMap<>();
  private final Map<String, Instant> expiries = new HashMap<>();
  private final Clock noon = Clock.fixed(Instant.parse("2026-11-20T12:00:00Z"), ZoneOffset.UTC);
  private final StrayReplies asking = node(1);
  private final StrayReplies other = node(1);

  private StrayReplies node(int key) {
    byte[] material = new byte[32];
    material[0] = (byte) key;
    return new StrayReplies(
        new ReloadingKeys(() -> List.of(material)), new Between(), Duration.ofMinutes(5), noon);
  }

  @Test
  void aReplyIsHandedOnOnce() {
    String question = asking.newQuestionId(SESSION);
    other.keep(SESSION, question, REPLY);
    assertThat(lying.toString()).doesNotContain("accept").doesNotContain(question);
    assertThat(expiries.values()).containsExactly(noon.instant().plus(Duration.ofMinutes(5)));

    assertThat(asking.take(List.of(question, asking.newQuestionId(SESSION))))
        .containsOnlyKeys(question)
        .containsEntry(question, REPLY);
    assertThat(asking.take(List.of(question))).isEmpty();
  }

  @Test
  void whatNobodyAskedInThisSessionIsNotKept() {
    String question = asking.newQuestionId(SESSION);
    other.keep("another-session-id-of-some-length-as-they-have-it", question, REPLY);
    other.keep(SESSION, "1", REPLY);
    other.keep(SESSION, question.substring(1), REPLY);
    other.keep(SESSION, node(2).newQuestionId(SESSION), REPLY);
    other.keep(SESSION, question, new byte[6 * 1024 * 1024]);

    assertThat(lying).isEmpty();
  }

  @Test
  void noTwoQuestionsHaveOneId() {
    assertThat(asking.newQuestionId(SESSION)).isNotEqualTo(asking.newQuestionId(SESSION));
  }

  @Test
  void whatSomebodyElsePutThereIsNoReply() {
    String question = asking.newQuestionId(SESSION);
    lying.put(EndedSessions.mark(question), "{\"result\":{}}");

    assertThat(asking.take(List.of(question))).isEmpty();
  }

  private final class Between implements StrayReplies.Shared {
    @Override
    public void put(String question, String reply, Instant expiry) {
      lying.putIfAbsent(question, reply);
      expiries.put(question, expiry);
    }

    @Override
    public Map<String, String> take(Collection<String> questions) {
      Map<String, String> taken = new HashMap<>(lying);
      taken.keySet().retainAll(questions);
      lying.keySet().removeAll(questions);
      return taken;
    }

    @Override
    public void forgetExpired(Instant now) {
      expiries.values().removeIf(now::isAfter);
    }
  }
}
