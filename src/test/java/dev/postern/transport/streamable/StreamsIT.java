package dev.postern.transport.streamable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.testing.Wait;
import dev.postern.testing.mcp.EventStream;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.mcp.ServerSentEvent;
import dev.postern.testing.server.RunningPostern;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** GET streams of sessions: what comes on which of them, and how a client returns to one. */
class StreamsIT {
  private static final RunningPostern POSTERN = RunningPostern.shared();
  private static final String CHANGED = "notifications/tools/list_changed";
  private static final Duration SOON = Duration.ofSeconds(10);

  private final List<String> registered = new ArrayList<>();

  @AfterEach
  void takeToolsAway() throws Exception {
    for (String name : registered) {
      POSTERN.admin("DELETE", "/admin/tools/" + name, null);
    }
  }

  @Test
  void aMessageComesOnOneStreamOfItsSessionOnly() throws Exception {
    McpClient client = POSTERN.connected();
    try (EventStream one = client.listen();
        EventStream two = client.listen();
        EventStream three = client.listen()) {
      change();
      Wait.until("the message", SOON, () -> changes(one, two, three) > 0);
      Thread.sleep(300); // for one that should not come
      assertThat(changes(one, two, three)).isEqualTo(1);
      assertThat(changes(three)).as("the newest has it").isEqualTo(1);
    }
  }

  @Test
  void everyEventHasAnIdOfItsOwnAcrossAllStreamsOfTheSession() throws Exception {
    McpClient client = POSTERN.connected();
    EventStream two;
    try (EventStream one = client.listen()) {
      two = client.listen();
      change();
      two.await(0, CHANGED, SOON);
      two.close();
      Wait.until(
          "a change on the first stream, once the second is known to be gone",
          SOON,
          () -> {
            change();
            Thread.sleep(200);
            return changes(one) > 0;
          });
      Set<String> ids = new HashSet<>();
      List<ServerSentEvent> all = new ArrayList<>(one.events());
      all.addAll(two.events());
      for (ServerSentEvent event : all) {
        assertThat(event.id()).isNotBlank();
        assertThat(ids.add(event.id())).as("unique: " + event.id()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"2025-11-25, true", "2025-06-18, false", "2025-03-26, false", "2024-11-05, false"})
  void onlyTheNewestRevisionIsPrimed(String revision, boolean primed) throws Exception {
    McpClient client = POSTERN.client();
    client.connect(revision, "{}");
    String begin;
    try (InputStream raw =
        HttpClient.newHttpClient()
            .send(
                client.builder().setHeader("Accept", "text/event-stream").GET().build(),
                BodyHandlers.ofInputStream())
            .body()) {
      byte[] bytes = raw.readNBytes(30); // the priming event, or the first two comments
      begin = new String(bytes, StandardCharsets.UTF_8);
    }
    if (primed) {
      assertThat(begin).matches("(?s)id: [0-9a-f-]+_0\nretry: 1000?.*");
    } else {
      assertThat(begin).startsWith(": keep-alive\n\n:");
    }
  }

  @Test
  void whoComesBackGetsWhatItMissedAndGoesOn() throws Exception {
    McpClient client = POSTERN.connected();
    EventStream first = client.listen();
    change();
    String seen = first.await(0, CHANGED, SOON).id();
    first.close();
    change();
    change();
    try (EventStream again = client.resume(seen)) {
      Wait.until("both changes", SOON, () -> changes(again) >= 2);
      change();
      Wait.until("a live one", SOON, () -> changes(again) >= 3);
      assertThat(again.events()).extracting(ServerSentEvent::id).doesNotContain(seen);
      assertThat(numbers(again)).containsExactly(2, 3, 4);
      assertThat(again.events().get(0).id()).startsWith(seen.substring(0, seen.indexOf('_')));
    }
  }

  @Test
  void thePrimingEventIsAPlaceToComeBackTo() throws Exception {
    McpClient client = POSTERN.connected();
    EventStream first = client.listen();
    String primed = first.await(event -> event.data().isEmpty(), SOON).id();
    first.close();
    change();
    try (EventStream again = client.resume(primed)) {
      again.await(0, CHANGED, SOON);
      assertThat(numbers(again)).containsExactly(1);
    }
  }

  @Test
  void aSecondConnectionTakesAStreamOver() throws Exception {
    McpClient client = POSTERN.connected();
    try (EventStream first = client.listen()) {
      String primed = first.await(event -> event.data().isEmpty(), SOON).id();
      try (EventStream second = client.resume(primed)) {
        first.awaitEnd(SOON);
        change();
        second.await(0, CHANGED, SOON);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"nobody_1", "x", "", "00000000-0000_99999999999999999999", "_", "a_-1"})
  void anUnknownPlaceIsAFreshStream(String place) throws Exception {
    McpClient client = POSTERN.connected();
    try (EventStream stream = client.resume(place)) {
      stream.await(event -> event.data().isEmpty(), SOON);
      change();
      stream.await(event -> event.data().contains(CHANGED), SOON);
    }
  }

  @Test
  void thePlaceOfAnotherSessionIsUnknown() throws Exception {
    McpClient owner = POSTERN.connected();
    try (EventStream theirs = owner.listen()) {
      String primed = theirs.await(event -> event.data().isEmpty(), SOON).id();
      change();
      theirs.await(event -> event.data().contains(CHANGED), SOON);
      try (EventStream ours = POSTERN.connected().resume(primed)) {
        String fresh = ours.await(event -> event.data().isEmpty(), SOON).id();
        assertThat(fresh).isNotEqualTo(primed);
        assertThat(changes(ours)).isZero();
        assertThat(theirs.ended()).isFalse();
      }
    }
  }

  @Test
  void aClientThatForgetsItsStreamsLosesTheOldest() throws Exception {
    McpClient client = POSTERN.connected();
    List<EventStream> streams = new ArrayList<>();
    try {
      for (int i = 0; i < 9; i++) {
        streams.add(client.listen());
      }
      streams.get(0).awaitEnd(SOON);
      assertThat(streams.subList(1, 9)).noneMatch(EventStream::ended);
    } finally {
      for (EventStream stream : streams) {
        stream.close();
      }
    }
  }

  private void change() throws Exception {
    String name = "streams.t" + System.nanoTime();
    POSTERN.register(
        "{\"name\":\"%s\",\"description\":\"d\",\"type\":\"static\",\"static\":{\"text\":\"x\"},"
                .formatted(name)
            + "\"inputSchema\":{\"type\":\"object\"}}");
    registered.add(name);
  }

  private static long changes(EventStream... streams) {
    long count = 0;
    for (EventStream stream : streams) {
      count += stream.events().stream().filter(event -> event.data().contains(CHANGED)).count();
    }
    return count;
  }

  /** What an id says after its stream: the place in it. */
  private static List<Integer> numbers(EventStream stream) {
    return stream.events().stream()
        .map(event -> Integer.parseInt(event.id().substring(event.id().indexOf('_') + 1)))
        .toList();
  }
}
