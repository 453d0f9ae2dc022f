package dev.postern.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Tool;
import dev.postern.invoker.ServiceToolCases;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.security.Principal;
import dev.postern.testing.Wait;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.RecordingService;
import dev.postern.wiring.Parsers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;

/** What the tests of policies have in common: they run for both ways to speak to a service. */
abstract class PolicyCases extends ServiceToolCases {
  /** Far beyond any test. */
  protected static final int AN_HOUR = 3_600_000;

  protected static final Duration SOON = Duration.ofSeconds(10);

  private final ExecutorService callers = Executors.newCachedThreadPool();

  @AfterEach
  void endCallers() {
    callers.shutdownNow();
  }

  /** A tool that gets {@code /x?q=...}. */
  protected Tool tool(String policy) {
    return tool("\"timeoutMs\": 10000", policy);
  }

  protected Tool tool(String settings, String policy) {
    return tool(parsers(PolicySettings.DEFAULTS), settings, policy);
  }

  protected Tool tool(Parsers parsers, String settings, String policy) {
    return tool(
        parsers,
        schema("[]", "q"),
        block("/x", "\"query\": {\"q\": \"{{args.q}}\"}, " + settings),
        "\"policy\": " + policy);
  }

  protected Parsers withRules(String hosts) {
    return parsers(new PolicySettings(HostRules.parse(hosts), 1_000_000, 1_000));
  }

  protected static CallToolResult call(Tool tool) {
    return call(tool, "{}");
  }

  protected static JsonNode as(String name, Tool tool) {
    return call(tool, json("{}"), new Principal(name)).json();
  }

  /** What a refusal says, after a check that it says all it must. */
  protected static JsonNode refusal(CallToolResult result, String code) {
    JsonNode facts = failure(result);
    assertThat(facts.path("error").asText()).as(facts.toString()).isEqualTo(code);
    assertThat(facts.path("retryable").asBoolean()).isTrue();
    assertThat(facts.path("message").asText()).endsWith("Nothing was sent.");
    return facts;
  }

  protected static void assertAnswered(CallToolResult result) {
    assertThat(result.isError()).as(result.json().toString()).isFalse();
  }

  /** Makes a call on a thread of its own. */
  protected Future<CallToolResult> calling(Tool tool) {
    return callers.submit(() -> call(tool));
  }

  protected List<Future<CallToolResult>> calling(Tool tool, int times) {
    List<Future<CallToolResult>> calls = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      calls.add(calling(tool));
    }
    return calls;
  }

  protected void awaitRequests(int count) throws Exception {
    Wait.until(count + " requests", SOON, () -> service.requests().size() >= count);
  }

  /** Answers with these statuses one after the other, with the last from then on. */
  protected static void answers(RecordingService service, int... statuses) {
    AtomicInteger next = new AtomicInteger();
    service.answerBy(
        request ->
            Answer.json(
                statuses[Math.min(next.getAndIncrement(), statuses.length - 1)], "{\"n\": 1}"));
  }

  /** Answers only after {@link CountDownLatch#countDown}. */
  protected CountDownLatch heldBack(Answer answer) {
    CountDownLatch gate = new CountDownLatch(1);
    service.answer(
        (request, out) -> {
          gate.await();
          return answer.write(request, out);
        });
    return gate;
  }
}
