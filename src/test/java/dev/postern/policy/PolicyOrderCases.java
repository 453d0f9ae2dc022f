package dev.postern.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Tool;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.testing.Wait;
import dev.postern.testing.service.Answer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * The order of the chain, as docs/tools.md has it: rate limit, bulkhead, cache, retry, circuit
 * breaker, the host's rate, time-outs. Exchanging two neighbours makes one of them fail; but for
 * the last two, which do not concern each other.
 */
abstract class PolicyOrderCases extends PolicyCases {
  private static final String SETTINGS = "\"timeoutMs\": 9000";
  private static final String KEPT = "\"cache\": {\"ttlMs\": 3600000}";
  private static final String RETRIED = "\"retry\": {\"attempts\": 3, \"backoffMs\": 1}";
  private static final String BROKEN_BY_THREE =
      "\"circuitBreaker\": {\"window\": 3, \"leastCalls\": 3, \"openMs\": 3600000}";

  private static String limited(int calls) {
    return "\"rateLimit\": {\"calls\": " + calls + ", \"perMs\": 3600000}";
  }

  private static String policy(String... parts) {
    return "{" + String.join(", ", parts) + "}";
  }

  /** The limit is a promise about calls, whatever the cache happens to hold. */
  @Test
  void aCachedAnswerTakesAPermitOfTheRateLimit() {
    Tool tool = tool(policy(limited(2), KEPT));
    assertAnswered(call(tool));
    assertAnswered(call(tool));
    assertThat(service.requests()).hasSize(1);
    refusal(call(tool), "rate_limited");
  }

  /** Who hammers at a busy tool uses up what it may. */
  @Test
  void aCallThatFindsTheToolBusyHasTakenAPermit() throws Exception {
    CountDownLatch gate = heldBack(Answer.json("{}"));
    Tool tool = tool(policy(limited(3), "\"bulkhead\": {\"calls\": 1}"));
    Future<CallToolResult> first = calling(tool);
    awaitRequests(1);
    refusal(call(tool), "tool_busy");
    refusal(call(tool), "tool_busy");
    refusal(call(tool), "rate_limited");
    gate.countDown();
    assertAnswered(first.get());
  }

  /** Waiting for another call's answer holds a thread as well. */
  @Test
  void aCallThatWaitsForAnothersAnswerTakesAPlaceInTheBulkhead() throws Exception {
    CountDownLatch gate = heldBack(Answer.json("{\"n\": 1}"));
    Tool tool = tool(policy("\"bulkhead\": {\"calls\": 2}", KEPT));
    List<Future<CallToolResult>> both = calling(tool, 2);
    awaitRequests(1);
    Wait.until("a full bulkhead", SOON, () -> isBusy(calling(tool)));
    assertThat(service.requests()).hasSize(1);
    gate.countDown();
    for (Future<CallToolResult> call : both) {
      assertAnswered(call.get());
    }
  }

  /** Gives up on a call that got in before those that were meant to. */
  private static boolean isBusy(Future<CallToolResult> call) throws Exception {
    Thread.sleep(50);
    if (!call.isDone()) {
      call.cancel(true);
      return false;
    }
    return failure(call.get()).path("error").asText().equals("tool_busy");
  }

  /** Its place is held while it waits for its next attempt, and a refusal is final. */
  @Test
  void aCallKeepsItsPlaceInTheBulkheadBetweenItsAttempts() throws Exception {
    answers(service, 503);
    String patient = "\"retry\": {\"backoffMs\": 60000, \"mostBackoffMs\": 60000}";
    Tool tool = tool("\"timeoutMs\": 600000", policy("\"bulkhead\": {\"calls\": 1}", patient));
    calling(tool);
    awaitRequests(1);
    refusal(call(tool), "tool_busy");
    assertThat(service.requests()).hasSize(1);
  }

  @Test
  void thoseWhoWaitForAnAnswerShareItsAttempts() throws Exception {
    AtomicInteger count = new AtomicInteger();
    CountDownLatch gate = new CountDownLatch(1);
    service.answerBy(
        request ->
            (seen, out) -> {
              gate.await();
              return Answer.json(count.incrementAndGet() < 3 ? 503 : 200, "{}").write(seen, out);
            });
    List<Future<CallToolResult>> calls = calling(tool(policy(KEPT, RETRIED)), 4);
    awaitRequests(1);
    gate.countDown();
    for (Future<CallToolResult> call : calls) {
      assertAnswered(call.get());
    }
    assertThat(service.requests()).hasSize(3);
  }

  /** What is kept is what all attempts came to. */
  @Test
  void anAnswerIsKeptAfterItsLastAttempt() {
    answers(service, 503, 503, 200);
    String keptWhateverItIs = "\"cache\": {\"ttlMs\": 3600000, \"statuses\": [503]}";
    assertAnswered(call(tool(policy(keptWhateverItIs, RETRIED))));
    assertThat(service.requests()).hasSize(3);
  }

  @Test
  void aCachedAnswerIsGivenWhileTheCircuitIsOpen() {
    Tool tool = tool(policy(KEPT, BROKEN_BY_THREE));
    assertAnswered(call(tool, "{\"q\": 1}"));
    answers(service, 500);
    for (int i = 2; i < 5; i++) {
      failure(call(tool, "{\"q\": " + i + "}"));
    }
    refusal(call(tool, "{\"q\": 9}"), "circuit_open");
    assertAnswered(call(tool, "{\"q\": 1}"));
  }

  @Test
  void eachAttemptPassesTheCircuitBreaker() {
    answers(service, 503);
    Tool tool = tool(policy("\"retry\": {\"attempts\": 9, \"backoffMs\": 1}", BROKEN_BY_THREE));
    JsonNode facts = failure(call(tool));
    assertThat(service.requests()).hasSize(3);
    assertThat(facts.path("status").asInt()).as("why it failed, not why it stopped").isEqualTo(503);
    refusal(call(tool), "circuit_open");
    assertThat(service.requests()).hasSize(3);
  }

  @Test
  void eachAttemptTakesAPermitOfTheHost() {
    answers(service, 503);
    Tool tool = tool(withRules("127.0.0.1 rate=2/1h"), SETTINGS, policy(RETRIED));
    assertThat(failure(call(tool)).path("status").asInt()).isEqualTo(503);
    assertThat(service.requests()).hasSize(2);
    refusal(call(tool), "rate_limited");
  }

  @Test
  void aCachedAnswerTakesNoPermitOfTheHost() {
    Tool tool = tool(withRules("127.0.0.1 rate=1/1h"), SETTINGS, policy(KEPT));
    for (int i = 0; i < 3; i++) {
      assertAnswered(call(tool));
    }
  }

  @Test
  void anOpenCircuitTakesNoPermitOfTheHost() throws Exception {
    answers(service, 500, 500, 500, 200);
    String breaker = BROKEN_BY_THREE.replace("3600000", "200");
    Tool tool = tool(withRules("127.0.0.1 rate=4/1h"), SETTINGS, policy(breaker));
    for (int i = 0; i < 3; i++) {
      failure(call(tool));
    }
    Wait.until(
        "the trial, with the last permit",
        SOON,
        () -> {
          CallToolResult result = call(tool);
          return !result.isError() || refusal(result, "circuit_open").isNull();
        });
  }

  @Test
  void aRefusalByTheHostsRateIsNoFailureOfTheService() {
    Tool tool = tool(withRules("127.0.0.1 rate=1/1h"), SETTINGS, policy(BROKEN_BY_THREE));
    assertAnswered(call(tool));
    for (int i = 0; i < 10; i++) {
      refusal(call(tool), "rate_limited");
    }
  }

  @Test
  void eachAttemptHasItsOwnTimeOuts() {
    AtomicInteger count = new AtomicInteger();
    service.answerBy(
        request ->
            count.incrementAndGet() < 3
                ? Answer.json("{}").after(Duration.ofHours(1))
                : Answer.json("{\"n\": 1}"));
    assertAnswered(call(tool(policy("\"timeouts\": {\"firstByteMs\": 1000}", RETRIED))));
    assertThat(service.requests()).hasSize(3);
  }
}
