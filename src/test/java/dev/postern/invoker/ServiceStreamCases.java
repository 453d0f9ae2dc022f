package dev.postern.invoker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Tool;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.message.mcp.Outcome;
import dev.postern.security.Principal;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.StreamedAnswer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that tell of their progress before their result. */
public abstract class ServiceStreamCases extends ServiceToolCases {
  private static final String NONE = schema("[]");
  private static final String READY = "{\"content\":[{\"type\":\"text\",\"text\":\"x\"}],\"a\":1}";

  private final Said client = new Said();

  private CallToolResult get(Answer answer) {
    return get(answer, "");
  }

  private CallToolResult get(Answer answer, String more) {
    service.answer(answer);
    return (CallToolResult) outcome(tool(NONE, block("/", more)));
  }

  private Outcome outcome(Tool tool) {
    try {
      return tool.binding().call(new Call(Json.object(), Principal.ANONYMOUS, client));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static String kind(CallToolResult result) {
    return failure(result).get("error").asText();
  }

  @Test
  void eventsAreToldInTheirOrder() {
    CallToolResult result =
        get(
            StreamedAnswer.events()
                .send("\uFEFF: hello\r\nretry: 5\r\n\r\n")
                .event("progress", "{\"progress\": 1, \"total\": 2.50, \"message\": \"m\"}")
                .send("event: log\rdata:{\"data\": \"nobody ended it\"}\r\r")
                .event("log", "{\"level\": \"error\", \"logger\": \"l\", \"data\": [1]}")
                .send("data: {\"level\": \"debug\",\ndata: \"data\": 1}\n\n")
                .event("message", "{\"log\": \"plain\"}")
                .event("token", "not even JSON")
                .send(
                    "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
                        + "{\"progressToken\":9,\"progress\":2}}\r\n\r\n")
                .send(
                    "data: {\"method\":\"notifications/message\",\"params\":"
                        + "{\"level\":\"info\",\"data\":{}}}\r\n\r\n")
                .send("data: {\"method\":\"notifications/tools/list_changed\"}\n\n")
                .event("result", "{ \"n\": 1.10 }")
                .end());
    assertThat(client.heard())
        .containsExactly(
            "progress {\"progress\":1,\"total\":2.50,\"message\":\"m\"}",
            "info null \"nobody ended it\"",
            "error l [1]",
            "debug null 1",
            "info null \"plain\"",
            "progress {\"progress\":2}",
            "info null {}");
    assertThat(text(result)).isEqualTo("{ \"n\": 1.10 }");
    assertThat(result.json().get("structuredContent").toString()).isEqualTo("{\"n\":1.10}");
  }

  @Test
  void linesOfJsonAreTheSame() {
    CallToolResult result =
        get(
            StreamedAnswer.lines()
                .line("{\"progress\": 1, \"total\": 2}\r")
                .line("")
                .line("{\"log\": {\"level\": \"notice\", \"logger\": \"l\", \"data\": null}}")
                .line("{\"level\": \"info\", \"data\": \"as MCP has it\"}")
                .send("{\"result\": [1.10]}")
                .end());
    assertThat(client.heard())
        .containsExactly(
            "progress {\"progress\":1,\"total\":2}",
            "notice l null",
            "info null \"as MCP has it\"");
    assertThat(text(result)).isEqualTo("[1.10]");
  }

  @Test
  void aResultMayBeReadyOrAQuestion() {
    for (Answer answer :
        new Answer[] {
          StreamedAnswer.events().event("mcpResult", READY).end(),
          StreamedAnswer.lines().line("{\"mcpResult\": " + READY + "}").end(),
          StreamedAnswer.lines()
              .line("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + READY + "}")
              .end()
        }) {
      assertThat(get(answer).json().toString()).isEqualTo(READY);
    }
    assertThat(kind(get(StreamedAnswer.events().event("mcpResult", "{}").end())))
        .isEqualTo("upstream_bad_result");
    service.answer(
        StreamedAnswer.lines()
            .line("{\"mcpResult\": {\"resultType\": \"input_required\", \"requestState\": \"s\"}}")
            .end());
    assertThat(outcome(tool(NONE, block("/", "\"query\": {\"s\": \"{{input.state}}\"}"))))
        .isEqualTo(new Outcome.InputRequired(Json.object(), "s"));
  }

  @Test
  void aReportedErrorAndAMissingResultAreErrors() {
    JsonNode facts = failure(get(StreamedAnswer.events().event("error", "{\"code\": 7}").end()));
    assertThat(facts.get("error").asText()).isEqualTo("upstream_failed");
    assertThat(facts.get("detail").toString()).isEqualTo("{\"code\":7}");
    assertThat(kind(get(StreamedAnswer.lines().line("{\"error\": \"no\"}").end())))
        .isEqualTo("upstream_failed");
    facts = failure(get(StreamedAnswer.lines().line("{\"progress\": 1}").end()));
    assertThat(facts.get("error").asText()).isEqualTo("upstream_no_result");
    assertThat(facts.get("retryable").asBoolean()).isTrue();
    // An event that no empty line ends is none (HTML standard §9.2.6).
    assertThat(kind(get(StreamedAnswer.events().send("event: result\ndata: 1\n").end())))
        .isEqualTo("upstream_no_result");
    assertThat(
            kind(
                get(
                    Answer.raw(
                        "HTTP/1.1 200 OK\r\nContent-Type: application/jsonl\r\n"
                            + "Transfer-Encoding: chunked\r\n\r\n3\r\n{\"p"))))
        .isEqualTo("upstream_closed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"progress\":",
        "plain words",
        "{\"rows\": 1}",
        "[1]",
        "{\"progress\": \"half\"}",
        "{\"method\": \"notifications/progress\"}",
        "{\"id\": 1, \"method\": \"sampling/createMessage\"}"
      })
  void aLineThatNobodyUnderstandsIsShownWithItsNumber(String line) {
    JsonNode facts =
        failure(get(StreamedAnswer.lines().line("{\"progress\": 1}").line("").line(line)));
    assertThat(facts.get("error").asText()).isEqualTo("upstream_bad_stream");
    assertThat(facts.get("message").asText()).contains("line 3");
    assertThat(facts.get("detail").asText()).isEqualTo(line);
  }

  @Test
  void theResultCountsWhenItIsThereAndAConnectionThatEndsWellIsUsedAgain() {
    long start = System.nanoTime();
    assertThat(text(get(StreamedAnswer.events().silent().event("result", "1")))).isEqualTo("1");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
    get(StreamedAnswer.lines().line("{\"result\": 1}").end());
    int before = service.connections();
    get(StreamedAnswer.events().event("result", "1").end());
    get(Answer.json("{}"));
    assertThat(service.connections()).isEqualTo(before);
  }

  @Test
  void silenceEndsACallEarlierThanItsTimeOut() {
    long start = System.nanoTime();
    JsonNode facts =
        failure(
            get(
                StreamedAnswer.events().silent().event("progress", "{\"progress\": 1}"),
                "\"timeoutMs\": 20000, \"idleTimeoutMs\": 300"));
    assertThat(facts.get("error").asText()).isEqualTo("upstream_timeout");
    assertThat(facts.get("message").asText()).contains("sent nothing for 300 ms");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
    assertThat(client.heard()).hasSize(1);
  }

  @Test
  void theTimeOutHoldsForTheWholeStreamAndSoDoesTheLimit() {
    JsonNode facts =
        failure(get(StreamedAnswer.events(), "\"timeoutMs\": 400, \"idleTimeoutMs\": 300"));
    assertThat(facts.get("message").asText()).contains("400 ms");
    String log = "{\"log\": \"" + "x".repeat(10_000) + "\"}";
    StreamedAnswer answer = StreamedAnswer.lines();
    for (int i = 0; i < 11; i++) {
      answer.line(log);
    }
    assertThat(kind(get(answer))).isEqualTo("upstream_too_large");
    assertThat(client.heard()).hasSizeBetween(8, 10);
  }

  @Test
  void progressIsToldBeforeTheServiceGoesOn() throws Exception {
    StreamedAnswer answer = StreamedAnswer.lines();
    CompletableFuture<CallToolResult> result = CompletableFuture.supplyAsync(() -> get(answer));
    answer.line("{\"progress\": 1}");
    long end = System.nanoTime() + 5_000_000_000L;
    while (client.heard().isEmpty() && System.nanoTime() < end) {
      Thread.sleep(5);
    }
    assertThat(client.heard()).hasSize(1);
    assertThat(result).isNotDone();
    answer.line("{\"result\": 1}").end();
    assertThat(text(result.get(5, TimeUnit.SECONDS))).isEqualTo("1");
  }

  @Test
  void whatIsToldHoldsNoSecret() {
    get(
        StreamedAnswer.lines()
            .line("{\"progress\": 1, \"message\": \"1234567890123\"}")
            .line("{\"log\": {\"logger\": \"a1234567890123\", \"data\": {\"k\": 1234567890123}}}")
            .line("{\"result\": \"1234567890123\"}")
            .end(),
        "\"headers\": {\"X\": \"{{secrets.NUMBER}}\"}");
    assertThat(client.heard())
        .containsExactly(
            "progress {\"progress\":1,\"message\":\"[secret]\"}",
            "info a[secret] {\"k\":\"[secret]\"}");
  }

  @Test
  void aStreamWithAnErrorStatusIsAnError() {
    JsonNode facts = failure(get(Answer.text(503, "text/event-stream", "data: {}\n\n")));
    assertThat(facts.get("error").asText()).isEqualTo("upstream_status");
  }
}
