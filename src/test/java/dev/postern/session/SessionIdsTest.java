package dev.postern.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.security.Principal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SessionIdsTest {
  private static final Principal ANN = new Principal("ann");
  private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
  private static final Clock AT_NOON = Clock.fixed(NOON, ZoneOffset.UTC);

  private final List<byte[]> keys = new ArrayList<>(List.of(key(1)));

  /** Nanoseconds, as the keys' clock counts them. */
  private long passed;

  private final SharedEnds shared = new SharedEnds();
  private final SessionIds ids = node(AT_NOON);

  @Test
  void anotherNodeReadsWhatThisOneIssued() throws Exception {
    ObjectNode capabilities =
        (ObjectNode) Json.parse("{\"elicitation\":{\"form\":{},\"url\":{}},\"unheard\":{}}");
    ObjectNode info = (ObjectNode) Json.parse("{\"name\":\"客户端\",\"version\":\"1\",\"icons\":[]}");
    Session issued = ids.issue("2025-11-25", capabilities, info, ANN);

    Session opened = node(AT_NOON).open(issued.id(), ANN).orElseThrow();

    assertThat(opened).isEqualTo(issued);
    assertThat(opened.protocolVersion()).isEqualTo("2025-11-25");
    assertThat(opened.clientCapabilities())
        .isEqualTo(Json.parse("{\"elicitation\":{\"form\":{},\"url\":{}}}"));
    assertThat(opened.clientInfo()).isEqualTo(Json.parse("{\"name\":\"客户端\",\"version\":\"1\"}"));
    assertThat(opened.issuedAt()).isEqualTo(NOON);
  }

  @Test
  void idsAreVisibleAsciiAndNeverRepeat() {
    List<String> issued = IntStream.range(0, 100).mapToObj(i -> issue().id()).distinct().toList();
    assertThat(issued).hasSize(100).allMatch(id -> id.matches("[!-~]+")).allMatch(this::isShort);
  }

  @Test
  void anAlteredIdIsUnknownWhicheverBitWasAltered() {
    byte[] id = Base64.getUrlDecoder().decode(issue().id());
    for (int bit = 0; bit < id.length * 8; bit++) {
      byte[] altered = id.clone();
      altered[bit / 8] ^= (byte) (1 << bit % 8);
      String text = Base64.getUrlEncoder().withoutPadding().encodeToString(altered);
      assertThat(ids.open(text, ANN)).as("bit %d", bit).isEmpty();
    }
  }

  @Test
  void anotherSpellingOfTheSameBytesIsUnknown() {
    String id = issue().id();
    assertThat(ids.open(id + "=", ANN)).isEmpty();
    assertThat(ids.open(id + "==", ANN)).isEmpty();
    // An id whose last character has unused bits has twins that decode to the same bytes.
    String ofOtherLength =
        IntStream.range(1, 4)
            .mapToObj(length -> ids.issue("2025-11-25", Json.object(), named(length), ANN).id())
            .filter(candidate -> candidate.length() % 4 != 0)
            .findFirst()
            .orElseThrow();
    char last = ofOtherLength.charAt(ofOtherLength.length() - 1);
    String twin = ofOtherLength.substring(0, ofOtherLength.length() - 1) + (char) (last + 1);
    assertThat(Base64.getUrlDecoder().decode(twin))
        .isEqualTo(Base64.getUrlDecoder().decode(ofOtherLength));
    assertThat(ids.open(twin, ANN)).isEmpty();
  }

  @Test
  void whatWasNeverAnIdIsUnknown() {
    assertThat(ids.open("", ANN)).isEmpty();
    assertThat(ids.open("not base64!", ANN)).isEmpty();
    assertThat(ids.open("AAAA", ANN)).isEmpty();
    assertThat(ids.open("A".repeat(100_000), ANN)).isEmpty();
  }

  @Test
  void anIdOfAnotherInstallationIsUnknown() {
    Session foreign =
        new SessionIds(
                new ReloadingKeys(() -> List.of(key(9))),
                new EndedSessions(new SharedEnds(), AT_NOON),
                Duration.ofDays(1),
                AT_NOON)
            .issue("2025-11-25", Json.object(), Json.object(), ANN);
    assertThat(ids.open(foreign.id(), ANN)).isEmpty();
  }

  @Test
  void anIdOfAnotherPrincipalIsUnknown() {
    assertThat(ids.open(issue().id(), new Principal("bob"))).isEmpty();
    assertThat(ids.open(issue().id(), Principal.ANONYMOUS)).isEmpty();
  }

  @Test
  void aNewKeySealsNewIdsWhileOldOnesStayReadable() {
    Session before = issue();
    keys.add(0, key(2));
    SessionIds rotated = node(AT_NOON);
    assertThat(rotated.open(before.id(), ANN)).isPresent();
    passed = Duration.ofSeconds(3).toNanos(); // until other nodes can have seen the new one
    Session after = rotated.issue("2025-11-25", Json.object(), Json.object(), ANN);

    assertThat(rotated.open(before.id(), ANN)).isPresent();
    assertThat(rotated.open(after.id(), ANN)).isPresent();
    keys.remove(1);
    assertThat(node(AT_NOON).open(before.id(), ANN)).isEmpty();
    assertThat(node(AT_NOON).open(after.id(), ANN)).isPresent();
  }

  @Test
  void aNodeThatHasJustBegunSealsWithAKeyThatAllKnow() {
    issue(); // this node has just looked, and does not look again for a second
    keys.add(0, key(2));
    Session ofAnother = node(AT_NOON).issue("2025-11-25", Json.object(), Json.object(), ANN);
    assertThat(ids.open(ofAnother.id(), ANN)).isPresent();
  }

  @Test
  void aNodeThatHasNotSeenTheNewKeyReadsItWhenAnIdNeedsIt() {
    Session before = issue(); // now this node knows the old key
    keys.add(0, key(2));
    Session after =
        new SessionIds(
                new ReloadingKeys(() -> List.of(key(2))),
                new EndedSessions(shared, AT_NOON),
                Duration.ofDays(1),
                AT_NOON)
            .issue("2025-11-25", Json.object(), Json.object(), ANN);

    assertThat(ids.open(after.id(), ANN)).as("it has just looked").isEmpty();
    passed = Duration.ofMillis(1_100).toNanos(); // the least pause between two readings
    assertThat(ids.open(after.id(), ANN)).isPresent();
    assertThat(ids.open(before.id(), ANN)).isPresent();
  }

  @Test
  void aNewKeyIsUsedWithinAMinuteAndNotBeforeEveryNodeCanKnowIt() {
    Session before = issue();
    keys.add(0, key(2));
    passed = Duration.ofSeconds(61).toNanos();
    assertThat(keyOf(issue())).as("it has only just seen the new one").isEqualTo(keyOf(before));
    passed = Duration.ofSeconds(64).toNanos();
    assertThat(keyOf(issue())).isNotEqualTo(keyOf(before));
    assertThat(ids.open(before.id(), ANN)).isPresent();
  }

  /** The first bytes of an id tell which key sealed it. */
  private static String keyOf(Session session) {
    return session.id().substring(0, 5);
  }

  @Test
  void whereKeysWereReadOnceAnOutageOfTheirPlaceDoesNotMatter() {
    String id = issue().id();
    keys.clear();
    keys.add(null); // reading them fails now
    passed = Duration.ofMillis(1_100).toNanos();
    assertThat(ids.open("A".repeat(100), ANN)).isEmpty(); // has them read again
    assertThat(ids.open(id, ANN)).isPresent();
    assertThatThrownBy(() -> node(AT_NOON).open(id, ANN))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("cannot be read");
  }

  @Test
  void anIdExpires() {
    String id = issue().id();
    assertThat(node(later(Duration.ofDays(1))).open(id, ANN)).isPresent();
    assertThat(node(later(Duration.ofDays(1).plusSeconds(1))).open(id, ANN)).isEmpty();
  }

  @Test
  void anEndedSessionIsUnknownAndOthersAreNot() {
    Session ended = issue();
    Session other = issue();
    ids.end(ended);
    assertThat(ids.open(ended.id(), ANN)).isEmpty();
    assertThat(ids.open(other.id(), ANN)).isPresent();
  }

  @Test
  void whatAClientSaysOfItselfCannotMakeTheIdLong() {
    ObjectNode info =
        Json.object().put("name", "😀".repeat(5_000)).put("version", "v".repeat(5_000));
    ObjectNode capabilities = Json.object();
    capabilities.putObject("sampling").put("note", "n".repeat(5_000));
    Session session = ids.issue("2025-11-25", capabilities, info, ANN);
    assertThat(session.id()).hasSizeLessThan(1_000);
    assertThat(ids.open(session.id(), ANN)).contains(session);
  }

  private Session issue() {
    return ids.issue("2025-11-25", Json.object(), Json.object(), ANN);
  }

  private boolean isShort(String id) {
    return id.length() < 200;
  }

  private SessionIds node(Clock clock) {
    return new SessionIds(
        new ReloadingKeys(() -> keys, () -> passed),
        new EndedSessions(shared, clock),
        Duration.ofDays(1),
        clock);
  }

  private static Clock later(Duration duration) {
    return Clock.offset(AT_NOON, duration);
  }

  private static ObjectNode named(int length) {
    return Json.object().put("name", "n".repeat(length));
  }

  private static byte[] key(int seed) {
    byte[] bytes = new byte[32];
    bytes[0] = (byte) seed;
    return bytes;
  }
}
