package dev.postern.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Tool;
import dev.postern.message.Json;
import dev.postern.security.Principal;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.StreamedAnswer;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

abstract class RetryCases extends PolicyCases {
  private static final String QUICK = "{\"retry\": {\"attempts\": 3, \"backoffMs\": 1}}";

  @Test
  void aRequestThatFailsForAWhileIsSentAgain() {
    answers(service, 503, 504, 200);
    assertAnswered(call(tool(QUICK)));
    assertThat(service.requests()).hasSize(3);
  }

  @Test
  void afterTheLastAttemptTheFailureStands() {
    answers(service, 503);
    assertThat(failure(call(tool(QUICK))).path("status").asInt()).isEqualTo(503);
    assertThat(service.requests()).hasSize(3);
  }

  @Test
  void withoutAPolicyNothingIsTriedAgain() {
    answers(service, 503, 200);
    failure(call(tool("{}")));
    assertThat(service.requests()).hasSize(1);
  }

  @Test
  void whatWillNotPassIsNotTriedAgain() {
    for (int status : new int[] {400, 401, 404, 409, 500, 501}) {
      service.forget();
      answers(service, status, 200);
      failure(call(tool(QUICK)));
      assertThat(service.requests()).as("status " + status).hasSize(1);
    }
  }

  @Test
  void aToolCanSayWhichStatusesPass() {
    answers(service, 500, 200);
    assertAnswered(call(tool("{\"retry\": {\"backoffMs\": 1, \"statuses\": [500]}}")));
    answers(service, 503, 200);
    failure(call(tool("{\"retry\": {\"backoffMs\": 1, \"statuses\": [500]}}")));
  }

  @Test
  void aMethodThatMayNotBeRepeatedIsSentOnce() {
    for (String method : List.of("POST", "PATCH")) {
      service.forget();
      answers(service, 503, 200);
      failure(call(tool("\"method\": \"" + method + "\"", QUICK)));
      assertThat(service.requests()).as(method).hasSize(1);
    }
    service.forget();
    service.answer(Answer.closed());
    failure(call(tool("\"method\": \"POST\"", QUICK)));
    assertThat(service.requests()).hasSize(1);
  }

  @Test
  void aToolCanSayThatAnyMethodMayBeRepeated() {
    answers(service, 503, 503, 200);
    String policy = "{\"retry\": {\"backoffMs\": 1, \"anyMethod\": true}}";
    assertAnswered(call(tool("\"method\": \"POST\", \"body\": {\"a\": 1}", policy)));
    assertThat(service.requests()).hasSize(3);
    assertThat(service.requests()).allMatch(request -> request.bodyText().equals("{\"a\":1}"));
  }

  @Test
  void aBrokenConnectionIsTriedAgain() {
    AtomicInteger count = new AtomicInteger();
    service.answerBy(
        request -> count.incrementAndGet() < 3 ? Answer.closed() : Answer.json("{\"n\": 1}"));
    assertAnswered(call(tool(QUICK)));
    assertThat(service.requests()).hasSize(3);
  }

  @Test
  void whereNothingWasSentAnyMethodIsTriedAgain() {
    Tool tool = tool("\"method\": \"POST\"", QUICK);
    service.close();
    JsonNode facts = failure(call(tool));
    assertThat(facts.path("error").asText()).isEqualTo("upstream_unreachable");
    assertThat(facts.path("message").asText()).endsWith(", at attempt 3.");
  }

  @Test
  void anAnswerThatDoesNotBeginIsTriedAgain() {
    AtomicInteger count = new AtomicInteger();
    service.answerBy(
        request ->
            count.incrementAndGet() == 1
                ? Answer.json("{}").after(Duration.ofHours(1))
                : Answer.json("{\"n\": 1}"));
    String policy = "{\"timeouts\": {\"firstByteMs\": 1000}, \"retry\": {\"backoffMs\": 1}}";
    assertAnswered(call(tool(policy)));
    assertThat(service.requests()).hasSize(2);
  }

  @Test
  void theBackOffGrowsAndChanceMakesItDifferEachTime() {
    List<Long> times = new CopyOnWriteArrayList<>();
    service.answerBy(
        request -> {
          times.add(System.nanoTime());
          return Answer.json(503, "{}");
        });
    Tool tool =
        tool(
            "{\"retry\": {\"attempts\": 4, \"backoffMs\": 100, \"mostBackoffMs\": 200,"
                + " \"budgetPercent\": 100}}");
    List<Long> first = new ArrayList<>();
    for (int call = 0; call < 3; call++) {
      times.clear();
      failure(call(tool));
      assertThat(times).hasSize(4);
      List<Long> pauses = new ArrayList<>();
      for (int i = 1; i < 4; i++) {
        pauses.add((times.get(i) - times.get(i - 1)) / 1_000_000);
      }
      // Half of 100, of 200, and of the most, which cuts what would be 400.
      assertThat(pauses.get(0)).isGreaterThanOrEqualTo(50);
      assertThat(pauses.get(1)).isGreaterThanOrEqualTo(100);
      assertThat(pauses.get(2)).isBetween(100L, 1_000L);
      first.addAll(pauses);
    }
    assertThat(new TreeSet<>(first).size()).as("nine times the same: " + first).isGreaterThan(3);
  }

  @Test
  void retryAfterIsHonoured() {
    List<Long> times = new CopyOnWriteArrayList<>();
    service.answerBy(
        request -> {
          times.add(System.nanoTime());
          return times.size() == 1
              ? Answer.empty(429, "Retry-After: 1")
              : Answer.json("{\"n\": 1}");
        });
    assertAnswered(call(tool(QUICK)));
    assertThat(times).hasSize(2);
    assertThat(times.get(1) - times.get(0)).isGreaterThanOrEqualTo(1_000_000_000L);
  }

  @Test
  void aRetryAfterBeyondTheTimeOutIsNotWaitedFor() {
    service.answer(Answer.empty(503, "Retry-After: 60"));
    assertThat(failure(call(tool(QUICK))).path("retryAfterSeconds").asInt()).isEqualTo(60);
    String date =
        DateTimeFormatter.RFC_1123_DATE_TIME.format(
            ZonedDateTime.now(ZoneOffset.UTC).plusMinutes(2));
    service.answer(Answer.empty(503, "Retry-After: " + date));
    failure(call(tool(QUICK)));
    assertThat(service.requests()).hasSize(2);
  }

  @Test
  void aBackOffBeyondTheTimeOutIsNotWaitedFor() {
    answers(service, 503, 200);
    String policy = "{\"retry\": {\"backoffMs\": 60000, \"mostBackoffMs\": 60000}}";
    failure(call(tool("\"timeoutMs\": 5000", policy)));
    assertThat(service.requests()).hasSize(1);
  }

  @Test
  void allAttemptsTogetherKeepToTheTimeOut() {
    service.answer(Answer.json(503, "{}").after(Duration.ofMillis(500)));
    failure(call(tool("\"timeoutMs\": 3000", "{\"retry\": {\"attempts\": 10, \"backoffMs\": 1}}")));
    assertThat(service.requests()).hasSizeBetween(2, 6);
  }

  @Test
  void retriesNeverExceedTheirShareOfTheCalls() {
    answers(service, 503);
    Tool tool = tool("{\"retry\": {\"attempts\": 3, \"backoffMs\": 1, \"budgetPercent\": 10}}");
    for (int i = 0; i < 40; i++) {
      failure(call(tool));
    }
    // Ten to begin with, and a tenth of the calls.
    assertThat(service.requests()).hasSize(40 + 10 + 4);
  }

  @Test
  void onceTheClientCancelledNothingIsTriedAgain() throws Exception {
    answers(service, 503, 200);
    Tool tool =
        tool(
            "\"timeoutMs\": 600000",
            "{\"retry\": {\"backoffMs\": 60000, \"mostBackoffMs\": 60000}}");
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread caller =
        new Thread(
            () ->
                thrown.set(
                    catchThrowable(
                        () -> tool.binding().call(new Call(Json.object(), Principal.ANONYMOUS)))));
    caller.start();
    awaitRequests(1);
    caller.interrupt();
    caller.join(SOON.toMillis());
    assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
    assertThat(service.requests()).hasSize(1);
  }

  @Test
  void aStreamThatBeganIsNeverTriedAgain() {
    service.answer(
        (request, out) -> {
          Answer.raw(
                  "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
                      + "event: progress\ndata: {\"progress\": 1}\n\n")
              .write(request, out);
          return false;
        });
    assertThat(failure(call(tool(QUICK))).path("error").asText()).isEqualTo("upstream_no_result");
    assertThat(service.requests()).hasSize(1);
    service.answer(StreamedAnswer.events().silent());
    failure(call(tool("\"idleTimeoutMs\": 100", QUICK)));
    assertThat(service.requests()).hasSize(2);
  }

  @Test
  void aStreamAtTheSecondAttemptIsReadLikeAny() {
    AtomicInteger count = new AtomicInteger();
    service.answerBy(
        request ->
            count.incrementAndGet() == 1
                ? Answer.json(503, "{}")
                : StreamedAnswer.events().event("result", "{\"n\": 2}").end());
    assertThat(call(tool(QUICK)).json().at("/structuredContent/n").asInt()).isEqualTo(2);
  }

  @Test
  void twoToolsHaveTwoBudgets() {
    answers(service, 503);
    String policy = "{\"retry\": {\"attempts\": 10, \"backoffMs\": 1, \"budgetPercent\": 1}}";
    Tool one = tool(policy);
    call(one);
    call(one);
    assertThat(service.requests()).hasSize(2 + 10);
    service.forget();
    call(tool(policy));
    assertThat(service.requests()).hasSize(10);
  }
}
