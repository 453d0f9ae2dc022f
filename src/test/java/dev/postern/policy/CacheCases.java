package dev.postern.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Tool;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.testing.Wait;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.StreamedAnswer;
import dev.postern.wiring.Parsers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

abstract class CacheCases extends PolicyCases {
  private static final String FOR_AN_HOUR = "{\"cache\": {\"ttlMs\": 3600000}}";
  private static final String AS_TOLD = "{\"cache\": {}}";

  private static String shared(String more) {
    return "{\"cache\": {\"sharedByAll\": true" + more + "}}";
  }

  /** Counts its answers, which have these headers. */
  private void answersWith(String... headers) {
    AtomicInteger count = new AtomicInteger();
    String[] lines = new String[headers.length + 1];
    System.arraycopy(headers, 0, lines, 0, headers.length);
    lines[headers.length] = "Content-Type: application/json";
    service.answerBy(
        request -> {
          String json = "{\"n\": " + count.incrementAndGet() + "}";
          return Answer.of(200, json.getBytes(StandardCharsets.UTF_8), lines);
        });
  }

  private static int n(CallToolResult result) {
    assertAnswered(result);
    return result.json().at("/structuredContent/n").asInt();
  }

  private static int n(JsonNode result) {
    return result.at("/structuredContent/n").asInt();
  }

  private boolean isKept(String policy, String... headers) {
    service.forget();
    answersWith(headers);
    Tool tool = tool(policy);
    call(tool);
    call(tool);
    return service.requests().size() == 1;
  }

  @Test
  void anAnswerIsTakenAgain() {
    answersWith();
    Tool tool = tool(FOR_AN_HOUR);
    assertThat(n(call(tool))).isEqualTo(1);
    assertThat(n(call(tool))).isEqualTo(1);
    assertThat(service.requests()).hasSize(1);
  }

  @Test
  void untilItsTimeIsOver() throws Exception {
    answersWith();
    Tool tool = tool("{\"cache\": {\"ttlMs\": 300}}");
    call(tool);
    Wait.until("the second answer", SOON, () -> n(call(tool)) == 2);
  }

  @Test
  void everythingThatShapesTheRequestShapesTheKey() {
    answersWith();
    Tool tool =
        tool(
            parsers(PolicySettings.DEFAULTS),
            schema("[]", "q", "h", "b"),
            block(
                "/x",
                "\"method\": \"POST\", \"query\": {\"q\": \"{{args.q}}\"},"
                    + " \"headers\": {\"X-H\": \"{{args.h}}\"}, \"body\": {\"b\": \"{{args.b}}\"}"),
            "\"policy\": {\"cache\": {\"ttlMs\": 3600000, \"anyMethod\": true}}");
    List<String> different =
        List.of(
            "{}",
            "{\"q\": \"1\"}",
            "{\"q\": \"2\"}",
            "{\"h\": \"1\"}",
            "{\"b\": 1}",
            "{\"b\": \"1\"}",
            "{\"q\": \"1\", \"h\": \"1\"}");
    for (String arguments : different) {
      call(tool, arguments);
      call(tool, arguments);
    }
    assertThat(service.requests()).hasSize(different.size());
  }

  @Test
  void whatWasAnsweredToOneIsNotForAnother() {
    answersWith();
    Tool tool = tool(FOR_AN_HOUR);
    assertThat(n(as("ann", tool))).isEqualTo(1);
    assertThat(n(as("bob", tool))).isEqualTo(2);
    assertThat(n(as("ann", tool))).isEqualTo(1);
  }

  @Test
  void unlessTheToolSaysThatAllShareIt() {
    answersWith();
    Tool tool = tool(shared(", \"ttlMs\": 3600000"));
    assertThat(n(as("ann", tool))).isEqualTo(1);
    assertThat(n(as("bob", tool))).isEqualTo(1);
  }

  @Test
  void twoToolsAndTwoDefinitionsShareNothing() {
    answersWith();
    Parsers parsers = parsers(PolicySettings.DEFAULTS);
    assertThat(n(call(tool(parsers, "\"timeoutMs\": 9000", FOR_AN_HOUR)))).isEqualTo(1);
    assertThat(n(call(tool(parsers, "\"timeoutMs\": 9000", FOR_AN_HOUR)))).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Cache-Control: max-age=60",
        "Cache-Control: private, max-age=60",
        "Cache-Control: MAX-AGE=\"60\"",
        "cache-control: public,max-age=60, immutable"
      })
  void theServiceSaysWhatIsKept(String header) {
    assertThat(isKept(AS_TOLD, header)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X-Nothing: said",
        "Cache-Control: no-store, max-age=60",
        "Cache-Control: no-cache, max-age=60",
        "Cache-Control: max-age=0",
        "Cache-Control: max-age=soon",
        "Cache-Control: public",
        "Cache-Control: s-maxage=60",
        "Expires: 0"
      })
  void andWhatIsNot(String header) {
    assertThat(isKept(AS_TOLD, header)).isFalse();
  }

  @Test
  void theFinerPointsOfCacheControl() {
    assertThat(isKept(AS_TOLD, "Cache-Control: max-age=60", "Age: 60")).isFalse();
    assertThat(isKept(AS_TOLD, "Cache-Control: max-age=60", "Age: 59")).isTrue();
    assertThat(isKept(AS_TOLD, "Cache-Control: max-age=60", "Vary: *")).isFalse();
    assertThat(isKept(AS_TOLD, "Cache-Control: max-age=60", "Vary: Accept")).isTrue();
    assertThat(isKept(AS_TOLD, "Cache-Control: max-age=60", "Cache-Control: no-store")).isFalse();
    assertThat(isKept(shared(""), "Cache-Control: private, max-age=60")).isFalse();
    assertThat(isKept(shared(""), "Cache-Control: s-maxage=60, max-age=0")).isTrue();
    ZonedDateTime now = ZonedDateTime.now(ZoneOffset.UTC);
    DateTimeFormatter form = DateTimeFormatter.RFC_1123_DATE_TIME;
    String later = "Expires: " + form.format(now.plusMinutes(5));
    String date = "Date: " + form.format(now);
    assertThat(isKept(AS_TOLD, later, date)).isTrue();
    assertThat(isKept(AS_TOLD, later, date, "Cache-Control: max-age=0")).isFalse();
    assertThat(isKept(AS_TOLD, "Expires: " + form.format(now.minusMinutes(5)), date)).isFalse();
    // The tool's own time is the last word.
    assertThat(isKept(FOR_AN_HOUR, "Cache-Control: no-store")).isTrue();
  }

  @Test
  void failuresAreNotKept() {
    Tool tool = tool(FOR_AN_HOUR);
    for (int status : new int[] {301, 404, 500, 206}) {
      answers(service, status, 200);
      service.forget();
      call(tool, "{\"q\": " + status + "}");
      assertAnswered(call(tool, "{\"q\": " + status + "}"));
      assertThat(service.requests()).as("status " + status).hasSize(2);
    }
  }

  @Test
  void unlessTheToolSaysSo() {
    answers(service, 404, 200);
    Tool tool = tool("{\"cache\": {\"ttlMs\": 3600000, \"statuses\": [404]}}");
    failure(call(tool));
    assertThat(failure(call(tool)).path("status").asInt()).isEqualTo(404);
    assertThat(service.requests()).hasSize(1);
  }

  @Test
  void manyThatAskTheSameAskOnce() throws Exception {
    CountDownLatch gate = heldBack(Answer.json("{\"n\": 1}"));
    List<Future<CallToolResult>> calls = calling(tool(FOR_AN_HOUR), 20);
    awaitRequests(1);
    gate.countDown();
    for (Future<CallToolResult> call : calls) {
      assertThat(n(call.get())).isEqualTo(1);
    }
    assertThat(service.requests()).hasSize(1);
  }

  @Test
  void aFailureIsSharedByThoseWhoWaitForIt() throws Exception {
    CountDownLatch gate = heldBack(Answer.json(500, "{}"));
    Tool tool = tool(FOR_AN_HOUR);
    List<Future<CallToolResult>> calls = calling(tool, 5);
    awaitRequests(1);
    Thread.sleep(300); // for the others to queue up; too short would only ask more often
    gate.countDown();
    for (Future<CallToolResult> call : calls) {
      assertThat(failure(call.get()).path("status").asInt()).isEqualTo(500);
    }
    assertThat(service.requests()).hasSizeLessThan(5);
  }

  @Test
  void ifTheFirstGivesUpAnotherTakesOver() throws Exception {
    CountDownLatch gate = heldBack(Answer.json("{\"n\": 1}"));
    Tool tool = tool(FOR_AN_HOUR);
    Future<CallToolResult> first = calling(tool);
    awaitRequests(1);
    List<Future<CallToolResult>> others = calling(tool, 5);
    first.cancel(true);
    awaitRequests(2);
    gate.countDown();
    for (Future<CallToolResult> call : others) {
      assertThat(n(call.get())).isEqualTo(1);
    }
    assertThat(service.requests()).hasSize(2);
  }

  @Test
  void whoeverWaitsMayGiveUpAlone() throws Exception {
    CountDownLatch gate = heldBack(Answer.json("{\"n\": 1}"));
    Tool tool = tool(FOR_AN_HOUR);
    Future<CallToolResult> first = calling(tool);
    awaitRequests(1);
    Future<CallToolResult> second = calling(tool);
    second.cancel(true);
    gate.countDown();
    assertThat(n(first.get(10, TimeUnit.SECONDS))).isEqualTo(1);
    assertThat(service.requests()).hasSize(1);
  }

  @Test
  void answersThatMayNotBeSharedAreAskedForByEach() throws Exception {
    CountDownLatch gate =
        heldBack(
            Answer.of(
                200, "{}".getBytes(), "Cache-Control: no-store", "Content-Type: application/json"));
    List<Future<CallToolResult>> calls = calling(tool(AS_TOLD), 3);
    awaitRequests(1);
    gate.countDown();
    for (Future<CallToolResult> call : calls) {
      assertAnswered(call.get());
    }
    assertThat(service.requests()).hasSize(3);
  }

  @Test
  void theWaitForAnothersAnswerCountsToo() throws Exception {
    AtomicInteger count = new AtomicInteger();
    service.answerBy(
        request ->
            count.incrementAndGet() == 1
                ? Answer.of(
                        200,
                        "{}".getBytes(StandardCharsets.UTF_8),
                        "Cache-Control: no-store",
                        "Content-Type: application/json")
                    .after(Duration.ofMillis(1_500))
                : Answer.json("{}").after(Duration.ofHours(1)));
    Tool tool = tool("\"timeoutMs\": 2000", AS_TOLD);
    calling(tool);
    awaitRequests(1);
    long start = System.nanoTime();
    JsonNode facts = failure(call(tool));
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isBetween(Duration.ofMillis(1_700), Duration.ofMillis(3_000));
    assertThat(facts.path("error").asText()).isEqualTo("upstream_timeout");
    assertThat(service.requests()).hasSize(2);
  }

  @Test
  void aStreamIsNeitherKeptNorShared() {
    service.answerBy(request -> StreamedAnswer.events().event("result", "{\"n\": 7}").end());
    Tool tool = tool(FOR_AN_HOUR);
    assertThat(n(call(tool))).isEqualTo(7);
    assertThat(n(call(tool))).isEqualTo(7);
    assertThat(service.requests()).hasSize(2);
  }

  @Test
  void onlySoManyAnswersAreKept() {
    assertBounded(new PolicySettings(HostRules.NONE, 1_000_000, 10), "{\"n\": 1}");
  }

  @Test
  void onlySoManyBytesAreKept() {
    String large = "{\"n\": 1, \"text\": \"" + "x".repeat(10_000) + "\"}";
    assertBounded(new PolicySettings(HostRules.NONE, 110_000, 1_000), large);
  }

  /** Room for ten answers, and a hundred different questions, twice. */
  private void assertBounded(PolicySettings settings, String answer) {
    service.answer(Answer.json(answer));
    Tool tool = tool(parsers(settings), "\"timeoutMs\": 9000", FOR_AN_HOUR);
    for (int i = 0; i < 200; i++) {
      call(tool, "{\"q\": " + i % 100 + "}");
    }
    assertThat(service.requests().size()).isBetween(190, 200);
  }
}
