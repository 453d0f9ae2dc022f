package dev.postern.invoker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Tool;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.policy.HostRules;
import dev.postern.policy.PolicySettings;
import dev.postern.security.Principal;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.ReceivedRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Work that a service only begins. */
public abstract class ServiceJobCases extends ServiceToolCases {
  private static final String NONE = schema("[]");
  private static final String FAST = "\"intervalMs\": 50";

  private final Said client = new Said();

  private Tool job(String asyncJob) {
    return tool(
        NONE,
        block(
            "/work",
            "\"method\": \"POST\", \"body\": {\"n\": 1}, \"headers\": {\"X-Key\":"
                + " \"{{secrets.NUMBER}}\"}"),
        "\"asyncJob\": {" + asyncJob + "}");
  }

  private CallToolResult run(String asyncJob) {
    try {
      return (CallToolResult)
          job(asyncJob).binding().call(new Call(Json.object(), Principal.ANONYMOUS, client));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static Answer accepted(String... headers) {
    return Answer.of(202, "{\"id\": \"a/b?c\"}".getBytes(StandardCharsets.UTF_8), headers);
  }

  /** Begins the work at {@code POST /work}; the state is asked for elsewhere. */
  private void answer(Answer start, Answer... states) {
    service.answerBy(
        request -> {
          if (request.method().equals("POST")) {
            return start;
          }
          int polls =
              (int) service.requests().stream().filter(r -> r.method().equals("GET")).count();
          return states[Math.min(states.length, polls) - 1];
        });
  }

  @Test
  void theLocationIsAskedUntilTheWorkIsDone() {
    answer(
        accepted("Location: /jobs/7"),
        Answer.empty(202),
        Answer.empty(202),
        Answer.json("{\"r\": 1}"));
    CallToolResult result = run(FAST);
    assertThat(result.json().get("structuredContent").toString()).isEqualTo("{\"r\":1}");
    assertThat(service.requests())
        .extracting(ReceivedRequest::requestLine)
        .containsExactly(
            "POST /work HTTP/1.1",
            "GET /jobs/7 HTTP/1.1",
            "GET /jobs/7 HTTP/1.1",
            "GET /jobs/7 HTTP/1.1");
    assertThat(service.last().header("X-Key")).isEqualTo("1234567890123");
    assertThat(service.last().header("Content-Type")).isNull();
    assertThat(client.heard()).hasSize(2).allMatch(line -> line.contains("The service is at work"));
  }

  @Test
  void whatIsDoneAtOnceIsNotAskedFor() {
    service.answer(Answer.json("{\"r\": 1}"));
    assertThat(text(run(FAST))).isEqualTo("{\"r\": 1}");
    assertThat(service.requests()).hasSize(1);
  }

  @Test
  void aPathIsMadeOfTheAnswer() {
    answer(accepted("Content-Type: application/json"), Answer.json("{\"state\": \"done\"}"));
    CallToolResult result =
        run(
            FAST
                + ", \"poll\": {\"path\": \"/jobs/{{answer.id}}/state?x={{answer.id}}\"},"
                + " \"until\": {\"field\": \"/state\", \"equals\": [\"done\", \"over\"]}");
    assertThat(result.isError()).isFalse();
    assertThat(service.last().segments()).containsExactly("jobs", "a/b?c", "state");
    assertThat(service.last().queryValues("x")).containsExactly("a/b?c");
  }

  @Test
  void anAddressInTheAnswerIsAskedAndTheResultFetched() {
    service.answerBy(
        request ->
            switch (request.target()) {
              case "/work" ->
                  Answer.json(201, "{\"links\": {\"self\": \"" + service.url("/s") + "\"}}");
              case "/s" ->
                  Answer.json(
                      service.requests().size() < 4
                          ? "{\"percent\": " + service.requests().size() * 10 + "}"
                          : "{\"done\": true, \"out\": \"result.csv?v=1\"}");
              default -> Answer.text(200, "text/csv", request.target());
            });
    CallToolResult result =
        run(
            FAST
                + ", \"poll\": {\"url\": \"/links/self\"}, \"until\": {\"field\": \"/done\"},"
                + " \"result\": {\"url\": \"/out\"}, \"progress\": \"/percent\"");
    assertThat(text(result)).isEqualTo("/result.csv?v=1");
    assertThat(client.heard()).hasSize(2);
    assertThat(client.heard().get(0)).contains("\"progress\":20");
  }

  @Test
  void aRedirectToTheResultIsFollowedWithinTheService() {
    service.answerBy(
        request ->
            switch (request.target()) {
              case "/work" -> accepted("Location: /jobs/1");
              case "/jobs/1" -> Answer.empty(303, "Location: /results/1");
              default -> Answer.json("{\"at\": \"" + request.target() + "\"}");
            });
    assertThat(text(run(FAST))).isEqualTo("{\"at\": \"/results/1\"}");
  }

  @Test
  void workThatFailsIsAFailure() {
    answer(
        accepted("Location: /jobs/1"), Answer.json("{\"state\": \"failed\", \"why\": \"disk\"}"));
    JsonNode facts =
        failure(
            run(
                FAST
                    + ", \"until\": {\"field\": \"/state\", \"equals\": \"done\"},"
                    + " \"failed\": {\"field\": \"/state\", \"equals\": [\"failed\"]}"));
    assertThat(facts.get("error").asText()).isEqualTo("upstream_failed");
    assertThat(facts.at("/detail/why").asText()).isEqualTo("disk");

    answer(accepted("Location: /jobs/1"), Answer.json(410, "{}"));
    assertThat(failure(run(FAST)).get("status").asInt()).isEqualTo(410);
    service.answer(Answer.json(422, "{}"));
    service.forget();
    assertThat(failure(run(FAST)).get("status").asInt()).isEqualTo(422);
    assertThat(service.requests()).hasSize(1);
  }

  @Test
  void anOverloadedServiceIsAskedAgain() {
    answer(
        accepted("Location: /jobs/1"),
        Answer.empty(503),
        Answer.empty(429, "Retry-After: 0"),
        Answer.json("{\"ok\": 1}"));
    assertThat(run(FAST).isError()).isFalse();
  }

  @Test
  void aServiceThatSaysAtOnceIsNotAskedWithoutAPause() {
    answer(accepted("Location: /jobs/1"), Answer.empty(202, "Retry-After: 0"));
    assertThat(failure(run(FAST + ", \"maxWaitMs\": 600")).get("error").asText())
        .isEqualTo("upstream_job_unfinished");
    assertThat(service.requests()).hasSizeBetween(3, 13);
  }

  /** Who is told that nothing was sent would have the work done twice. */
  @Test
  void workThatBeganIsAskedForAgainWhereThereWasNoAnswer() {
    answer(
        accepted("Location: /jobs/1"),
        Answer.closed(),
        Answer.empty(503),
        Answer.json("{\"ok\": 1}"));
    assertThat(run(FAST).isError()).isFalse();
    assertThat(service.requests()).hasSize(4);

    service.forget();
    answer(accepted("Location: /jobs/1"), Answer.closed());
    assertBegunOnce(run(FAST + ", \"maxWaitMs\": 400"));
  }

  private void assertBegunOnce(CallToolResult result) {
    JsonNode facts = failure(result);
    assertThat(facts.get("error").asText()).isEqualTo("upstream_job_unfinished");
    assertThat(facts.get("retryable").asBoolean()).isFalse();
    assertThat(facts.get("advice").asText()).contains("Find out before you call again");
    assertThat(service.requests()).filteredOn(r -> r.method().equals("POST")).hasSize(1);
  }

  @Test
  void whatHoldsARequestBackDoesNotInviteToBeginAgain() {
    answer(accepted("Location: /jobs/1"), Answer.json("{\"ok\": 1}"));
    Tool tool =
        tool(
            parsers(new PolicySettings(HostRules.parse("127.0.0.1 rate=1/1h"), 1_000, 10)),
            NONE,
            block("/work", "\"method\": \"POST\""),
            "\"asyncJob\": {" + FAST + ", \"maxWaitMs\": 400}");
    assertBegunOnce(call(tool, "{}"));
    assertThat(service.requests()).hasSize(1);
  }

  @Test
  void aRuleForErrorsOfTheFirstAnswerDoesNotEndTheWork() {
    answer(accepted("Location: /jobs/1"), Answer.empty(429), Answer.json("{\"ok\": 1}"));
    String rules = "\"errors\": [{\"status\": [429, 503], \"retryable\": true}], ";
    Tool tool =
        tool(NONE, block("/work", "\"method\": \"POST\""), rules + "\"asyncJob\": {" + FAST + "}");
    assertThat(call(tool, "{}").isError()).isFalse();
    service.answer(Answer.empty(429));
    assertThat(failure(call(tool, "{}")).get("retryable").asBoolean()).isTrue();
  }

  @Test
  void aResultIsFetchedUntilItIsThere() {
    service.answerBy(
        request -> {
          long fetched =
              service.requests().stream().filter(r -> r.target().equals("/results/1")).count();
          return switch (request.target()) {
            case "/work" -> accepted("Location: /jobs/1");
            case "/jobs/1" -> Answer.json("{\"out\": \"/results/1\"}");
            default ->
                fetched == 1
                    ? Answer.empty(429)
                    : fetched == 2 ? Answer.closed() : Answer.json("{\"ok\": 1}");
          };
        });
    assertThat(text(run(FAST + ", \"result\": {\"url\": \"/out\"}"))).isEqualTo("{\"ok\": 1}");
    assertThat(service.requests()).filteredOn(r -> r.method().equals("POST")).hasSize(1);
  }

  /** Else the cache would tell again and again that it is not done. */
  @Test
  void noCacheStandsBesideAJob() {
    assertThat(mistakes("{}, \"policy\": {\"cache\": {\"ttlMs\": 1000}}"))
        .singleElement()
        .asString()
        .startsWith("/policy/cache: must not stand beside \"asyncJob\"");
  }

  @Test
  void theServiceSaysWhenToAskAgain() {
    answer(accepted("Location: /jobs/1", "Retry-After: 1"), Answer.json("{\"ok\": 1}"));
    long begun = System.nanoTime();
    assertThat(run(FAST).isError()).isFalse();
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(Duration.ofMillis(950));
  }

  @Test
  void nobodyWaitsForEver() {
    answer(accepted("Location: /jobs/1"), Answer.empty(202));
    long begun = System.nanoTime();
    JsonNode facts = failure(run(FAST + ", \"maxWaitMs\": 400"));
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(2));
    assertThat(facts.get("error").asText()).isEqualTo("upstream_job_unfinished");
    assertThat(facts.get("retryable").asBoolean()).isFalse();
    assertThat(facts.get("advice").asText()).contains("Find out before you call again");
    answer(accepted("Location: /jobs/1", "Retry-After: 100"), Answer.empty(202));
    service.forget();
    assertThat(failure(run(FAST)).get("error").asText()).isEqualTo("upstream_job_unfinished");
    assertThat(service.requests()).hasSize(1);
  }

  @Test
  void workWithoutAnAddressIsAFailure() {
    answer(accepted());
    assertThat(failure(run(FAST)).get("error").asText()).isEqualTo("upstream_bad_job");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://169.254.169.254/", "//evil.example/x", "https://127.0.0.1/"})
  void theStateIsNotAskedForElsewhere(String address) {
    answer(accepted("Location: " + address));
    assertThat(failure(run(FAST)).get("error").asText()).isEqualTo("upstream_leads_elsewhere");
    service.answerBy(
        request ->
            request.method().equals("POST")
                ? accepted("Location: /jobs/1")
                : Answer.empty(303, "Location: " + address));
    assertThat(failure(run(FAST)).get("error").asText()).isEqualTo("upstream_leads_elsewhere");
  }

  @Test
  void whoeverCancelsEndsTheAsking() throws Exception {
    answer(accepted("Location: /jobs/1"), Answer.empty(202));
    Tool tool = job("\"intervalMs\": 100");
    CompletableFuture<Boolean> ended = new CompletableFuture<>();
    Thread caller =
        new Thread(
            () -> {
              try {
                tool.binding().call(new Call(Json.object(), Principal.ANONYMOUS));
                ended.complete(false);
              } catch (InterruptedException e) {
                ended.complete(true);
              }
            });
    caller.start();
    Thread.sleep(400);
    caller.interrupt();
    assertThat(ended.get(5, TimeUnit.SECONDS)).isTrue();
    Thread.sleep(300); // what was on its way is there
    int asked = service.requests().size();
    Thread.sleep(300);
    assertThat(service.requests()).hasSize(asked);
  }

  @Test
  void mistakesAreFoundWhenTheToolIsLoaded() {
    assertThat(mistakes("{\"poll\": {\"path\": \"jobs\"}, \"until\": {}, \"maxWaitMs\": 0}"))
        .anyMatch(problem -> problem.startsWith("/asyncJob/poll/path: "))
        .anyMatch(problem -> problem.startsWith("/asyncJob/until/status: "))
        .anyMatch(problem -> problem.startsWith("/asyncJob/maxWaitMs: "));
    assertThat(mistakes("{\"poll\": {\"path\": \"/jobs/{id}\"}, \"result\": {}}"))
        .anyMatch(problem -> problem.startsWith("/asyncJob/poll/path: the placeholder"))
        .anyMatch(problem -> problem.startsWith("/asyncJob/result: "));
    assertThat(mistakes("{}, \"pagination\": {\"style\": \"link\"}"))
        .anyMatch(problem -> problem.startsWith("/asyncJob: must not stand beside"));
  }

  private List<String> mistakes(String asyncJob) {
    return problems(NONE, block("/", ""), "\"asyncJob\": " + asyncJob);
  }
}
