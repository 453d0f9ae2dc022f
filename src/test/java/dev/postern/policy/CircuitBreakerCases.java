package dev.postern.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Tool;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.testing.Wait;
import dev.postern.testing.service.Answer;
import dev.postern.wiring.Parsers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

abstract class CircuitBreakerCases extends PolicyCases {

  private static String breaker(int openMs) {
    return "{\"circuitBreaker\": {\"window\": 4, \"leastCalls\": 4, \"openMs\": " + openMs + "}}";
  }

  private static void call(Tool tool, int times) {
    for (int i = 0; i < times; i++) {
      call(tool);
    }
  }

  private static void assertOpen(Tool tool) {
    refusal(call(tool), "circuit_open");
  }

  @Test
  void aServiceThatFailsIsLeftAlone() {
    answers(service, 500);
    Tool tool = tool(breaker(AN_HOUR));
    call(tool, 4);
    JsonNode facts = refusal(call(tool), "circuit_open");
    assertThat(facts.path("retryAfterMs").asLong()).isBetween(1L, (long) AN_HOUR);
    assertThat(facts.path("retryAfterSeconds").asLong()).isBetween(1L, AN_HOUR / 1_000L);
    assertThat(service.requests()).hasSize(4);
  }

  @Test
  void halfOfThemFailingIsEnoughAndLessIsNot() {
    Tool tool = tool(breaker(AN_HOUR));
    answers(service, 200, 503, 200, 200);
    call(tool, 4);
    answers(service, 200);
    assertAnswered(call(tool));
    answers(service, 500);
    call(tool, 2);
    assertOpen(tool);
  }

  @Test
  void tooManyRequestsAndFaultsOfTheCallerNeverOpenIt() {
    Tool tool = tool(breaker(AN_HOUR));
    for (int status : new int[] {429, 400, 401, 404, 422}) {
      answers(service, status);
      call(tool, 8);
    }
    assertThat(service.requests()).hasSize(40);
  }

  @Test
  void tooManyRequestsDoNotHideFailuresEither() {
    Tool tool = tool(breaker(AN_HOUR));
    answers(service, 500, 429, 429, 500, 429, 500, 429, 500, 429);
    call(tool, 8);
    assertOpen(tool);
  }

  /** Where nothing may be sent, nothing can be said of the service. */
  @Test
  void anAddressThatCallsMayNotGoToIsNoFailureOfTheService() {
    Tool tool =
        tool(
            schema("[]"),
            "{\"baseUrl\": \"http://169.254.169.254\", \"path\": \"/x\"}",
            "\"policy\": " + breaker(AN_HOUR));
    for (int i = 0; i < 8; i++) {
      assertThat(failure(call(tool)).path("error").asText()).isEqualTo("upstream_address_refused");
    }
  }

  @Test
  void failuresTooLongToBeReadOpenItToo() {
    service.answer(Answer.text(503, "text/html", "x".repeat(MAX_ANSWER + 1)));
    Tool tool = tool(breaker(AN_HOUR));
    call(tool, 4);
    assertOpen(tool);
  }

  @Test
  void timeOutsOpenIt() {
    service.answer(Answer.json("{}").after(Duration.ofHours(1)));
    Tool tool = tool("\"timeoutMs\": 500", breaker(AN_HOUR));
    call(tool, 4);
    assertOpen(tool);
    assertThat(service.requests()).hasSize(4);
  }

  @Test
  void refusedAndBrokenConnectionsOpenIt() {
    service.answer(Answer.closed());
    Tool tool = tool(breaker(AN_HOUR));
    call(tool, 2);
    service.close();
    call(tool, 2);
    assertOpen(tool);
  }

  @Test
  void oneTrialFindsOutThatTheServiceIsBack() throws Exception {
    answers(service, 500);
    Tool tool = tool(breaker(1_500));
    call(tool, 4);
    assertOpen(tool);
    service.forget();
    CountDownLatch gate = heldBack(Answer.json("{\"n\": 1}"));
    Future<CallToolResult> trial = trial(tool);
    JsonNode facts = refusal(call(tool), "circuit_open");
    assertThat(facts.path("message").asText()).contains("another call finds out");
    assertThat(facts.has("retryAfterMs")).isFalse();
    gate.countDown();
    assertAnswered(trial.get());
    call(tool, 5);
    assertThat(service.requests()).hasSize(6);
  }

  @Test
  void aTrialThatFailsOpensItAgain() throws Exception {
    answers(service, 500);
    Tool tool = tool(breaker(1_500));
    call(tool, 4);
    Wait.until("a trial", SOON, () -> failure(call(tool)).path("status").asInt() == 500);
    assertOpen(tool);
    assertThat(service.requests()).hasSize(5);
  }

  @Test
  void aTrialThatIsCancelledLeavesRoomForAnother() throws Exception {
    answers(service, 500);
    Tool tool = tool(breaker(200));
    call(tool, 4);
    service.forget();
    heldBack(Answer.json("{}"));
    Future<CallToolResult> trial = trial(tool);
    trial.cancel(true);
    answers(service, 200);
    Wait.until("another trial", SOON, () -> !call(tool).isError());
  }

  /** A call that got through and waits for the service. */
  private Future<CallToolResult> trial(Tool tool) throws Exception {
    Future<CallToolResult>[] trial = newArray();
    Wait.until(
        "a call that gets through",
        SOON,
        () -> {
          if (trial[0] == null || trial[0].isDone()) {
            trial[0] = calling(tool);
          }
          Thread.sleep(100);
          return !service.requests().isEmpty();
        });
    return trial[0];
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Future<CallToolResult>[] newArray() {
    return new Future[1];
  }

  @Test
  void toolsHaveTheirOwnUnlessTheyShareTheHosts() {
    answers(service, 500);
    Parsers parsers = parsers(PolicySettings.DEFAULTS);
    Tool own = tool(parsers, "\"timeoutMs\": 9000", breaker(AN_HOUR));
    Tool others = tool(parsers, "\"timeoutMs\": 9000", breaker(AN_HOUR));
    call(own, 4);
    assertOpen(own);
    assertThat(failure(call(others)).path("status").asInt()).isEqualTo(500);

    String shared = "{\"circuitBreaker\": {\"per\": \"host\"}}";
    Tool first = tool(parsers, "\"timeoutMs\": 9000", shared);
    Tool second = tool(parsers, "\"timeoutMs\": 9000", shared);
    call(first, 5);
    call(second, 5);
    assertOpen(first);
    assertOpen(second);
  }

  @Test
  void operationsCanHaveOneForAHostWhateverTheToolsSay() {
    answers(service, 500);
    Parsers parsers = withRules("other.example breaker=1%; 127.0.0.1 breaker=50% open=1h");
    Tool plain = tool(parsers, "\"timeoutMs\": 9000", "{}");
    Tool other = tool(parsers, "\"timeoutMs\": 9000", "{}");
    call(plain, 10);
    assertOpen(plain);
    assertOpen(other);
    Tool untouched = tool(withRules("127.0.0.1:1 breaker=50%"), "\"timeoutMs\": 9000", "{}");
    call(untouched, 30);
    assertThat(service.requests()).hasSize(40);
  }
}
