package dev.postern.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.Json;
import dev.postern.testing.server.RunningPostern;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What every official client library must be able to do with Postern. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SdkContract {
  static final RunningPostern POSTERN = RunningPostern.shared();

  /** The limit that matters, 1.5 s, is held where no library refreshes its list meanwhile. */
  private static final Duration SOON = Duration.ofSeconds(5);

  private final String prefix;
  private final Way way;
  private SampleTools samples;
  private SdkClient client;
  private int ticks;

  /**
   * @param prefix of the names of this class's tools
   */
  SdkContract(String prefix, Way way) {
    this.prefix = prefix;
    this.way = way;
  }

  /** The client that all tests of the class share. */
  public final SdkClient client() {
    return client;
  }

  /** Connects one more client. */
  public final SdkClient guest() throws Exception {
    return connect(POSTERN.uri(way.path()));
  }

  public final Way way() {
    return way;
  }

  abstract SdkClient connect(URI endpoint) throws Exception;

  @BeforeAll
  void prepare() throws Exception {
    samples = SampleTools.register(POSTERN, prefix);
    client = guest();
  }

  @AfterAll
  void endEverything() {
    if (client != null) {
      client.close();
    }
    if (samples != null) {
      samples.close();
    }
  }

  @Test
  void connectsAndIsToldWhoServes() {
    assertThat(client.server().get("name").textValue()).isEqualTo("postern");
    assertThat(client.server().get("version").textValue()).isNotBlank();
    assertThat(client.protocolVersion()).isEqualTo(way.revision());
  }

  @Test
  void readsAToolWithAllItsAuthorWrote() throws Exception {
    assertThat(tool(client.tools(), prefix + "weather")).isEqualTo(samples.weather(way.revision()));
    assertThat(tool(client.tools(), prefix + "天気")).isNotNull();
  }

  @Test
  void readsTextAndStructuredContent() throws Exception {
    client.tools(); // from here on the libraries check results against the outputSchema
    JsonNode result = client.call(prefix + "weather", "{\"city\":\"Köln\"}");
    assertThat(result.path("isError").booleanValue()).isFalse();
    JsonNode content = Json.parse("{\"city\":\"Köln\",\"celsius\":21}");
    assertThat(result.at("/content/0/type").textValue()).isEqualTo("text");
    assertThat(Json.parse(result.at("/content/0/text").textValue())).isEqualTo(content);
    if (way.revision().equals("2024-11-05")) {
      assertThat(result.path("structuredContent").isMissingNode()).isTrue();
    } else {
      assertThat(result.get("structuredContent")).isEqualTo(content);
    }
  }

  @Test
  void callsAToolWithANameInAnyScript() {
    assertThat(client.call(prefix + "天気", "{}").at("/content/0/text").textValue()).isEqualTo("晴れ");
  }

  @Test
  void aFailedServiceIsAResultAlsoWhereAnOutputSchemaIsPromised() throws Exception {
    client.tools();
    JsonNode result = client.call(prefix + "broken", "{}");
    assertThat(result.get("isError").booleanValue()).isTrue();
    assertThat(result.at("/content/0/text").textValue()).contains("503");
  }

  @Test
  void anUnknownToolIsAProtocolError() {
    SdkRefusal refusal =
        catchThrowableOfType(SdkRefusal.class, () -> client.call(prefix + "nothing", "{}"));
    assertThat(refusal).isNotNull();
    assertThat(refusal.code()).isEqualTo(-32602);
    assertThat(refusal).hasMessageContaining(prefix + "nothing");
  }

  @Test
  void argumentsThatDoNotFitAreAResultThatNamesThePlaces() throws Exception {
    int before = samples.requests();
    JsonNode result = client.call(prefix + "weather", "{\"city\":7}");
    assertThat(result.get("isError").booleanValue()).isTrue();
    JsonNode facts = Json.parse(result.at("/content/0/text").textValue());
    assertThat(facts.at("/problems/0/pointer").textValue()).isEqualTo("/city");
    assertThat(samples.requests()).isEqualTo(before);
  }

  @Test
  void hearsOfToolsThatComeAndGo() throws Exception {
    awaitOpenStream(client);
    String name = prefix + "newcomer";
    POSTERN.register(SampleTools.text(name, "Hello"));
    assertThat(client.hears(has(name), SOON)).isTrue();
    assertThat(client.call(name, "{}").at("/content/0/text").textValue()).isEqualTo("Hello");

    POSTERN.register(SampleTools.text(prefix + "marker", "seen together with the newcomer"));
    assertThat(client.hears(has(name).and(has(prefix + "marker")), SOON)).isTrue();
    assertThat(POSTERN.admin("DELETE", "/admin/tools/" + name, null).statusCode()).isEqualTo(200);
    assertThat(client.hears(has(name).negate().and(has(prefix + "marker")), SOON)).isTrue();
  }

  /** Where the revision has no questions, too: the client says that it can be asked. */
  @Test
  void isAskedInTheMiddleOfACallWhichGoesOnWithTheAnswer() {
    JsonNode result = client.call(prefix + "asking", "{}");
    assertThat(result.at("/content/0/text").textValue()).isEqualTo("Hello Ada");
    assertThat(
            client
                .questions()
                .await(
                    form ->
                        form.path("message").asText().equals(prefix + "name?")
                            && form.at("/requestedSchema/properties").has("name"),
                    SOON))
        .isTrue();
  }

  @Test
  void hearsOfTheProgressOfItsCall() throws Exception {
    JsonNode result = client.callWithProgress(prefix + "working");
    assertThat(Json.parse(result.at("/content/0/text").textValue()))
        .isEqualTo(Json.parse("{\"done\":true}"));
    String half = way.revision().equals("2024-11-05") ? "" : "half"; // which has no messages
    assertThat(client.progress().await(told(1, half), SOON)).isTrue();
    assertThat(client.progress().await(told(2, ""), SOON)).isTrue();
  }

  private static Predicate<JsonNode> told(int progress, String message) {
    return told ->
        told.path("progress").asInt() == progress
            && told.path("total").asInt() == 2
            && told.path("message").asText("").equals(message);
  }

  @Test
  void twoClientsAtOnceDoNotDisturbEachOther() throws Exception {
    try (SdkClient other = guest()) {
      awaitOpenStream(client);
      awaitOpenStream(other);
      String name = prefix + "for-both";
      POSTERN.register(SampleTools.text(name, "Hello both"));
      assertThat(client.hears(has(name), SOON)).isTrue();
      assertThat(other.hears(has(name), SOON)).isTrue();
    }
    assertThat(client.tools()).isNotEmpty(); // the other's end is not ours
  }

  /** As agents do that call all tools of one turn at the same time. */
  @Test
  void manyCallsAtOnceInOneSessionEachGetTheirOwnAnswer() throws Exception {
    int calls = 20;
    ExecutorService callers = Executors.newFixedThreadPool(calls);
    try {
      List<Future<JsonNode>> results = new ArrayList<>();
      long start = System.nanoTime();
      for (int i = 0; i < calls; i++) {
        String arguments = "{\"text\":\"call %d\"}".formatted(i);
        results.add(callers.submit(() -> client.call(prefix + "slow-echo", arguments)));
      }
      for (int i = 0; i < calls; i++) {
        assertThat(results.get(i).get().at("/content/0/text").textValue())
            .isEqualTo("{\"text\":\"call " + i + "\"}");
      }
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      assertThat(took).isLessThan(SampleTools.SLOW.multipliedBy(calls / 2));
    } finally {
      callers.shutdown();
    }
  }

  /**
   * Libraries open the stream for notifications some time after they say that they are connected; a
   * change before that is nobody's to hear.
   */
  private void awaitOpenStream(SdkClient listener) throws Exception {
    String tick = prefix + "tick-" + ++ticks + "-";
    for (int i = 0; i < 40; i++) {
      POSTERN.register(SampleTools.text(tick + i, "tick"));
      if (listener.hears(hasLike(tick), Duration.ofMillis(250))) {
        return;
      }
    }
    throw new AssertionError("No change was heard for 10 s");
  }

  private static Predicate<JsonNode> has(String name) {
    return tools -> tool(tools, name) != null;
  }

  private static Predicate<JsonNode> hasLike(String start) {
    return tools ->
        StreamSupport.stream(tools.spliterator(), false)
            .anyMatch(tool -> tool.get("name").textValue().startsWith(start));
  }

  private static JsonNode tool(JsonNode tools, String name) {
    return StreamSupport.stream(tools.spliterator(), false)
        .filter(tool -> tool.get("name").textValue().equals(name))
        .findFirst()
        .orElse(null);
  }
}
