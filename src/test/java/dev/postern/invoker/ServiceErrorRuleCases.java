package dev.postern.invoker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.testing.service.Answer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which answers are failures, and what is told of them. */
public abstract class ServiceErrorRuleCases extends ServiceToolCases {
  private static final String NONE = schema("[]");
  private static final String RULES =
      """
      [{"status": 404, "result": {"items": []}},
       {"status": [409, 423], "message": "Locked by {{lock.owner}}.",
        "advice": "Ask {{lock.owner}}.", "retryable": true, "retryAfterSeconds": 30},
       {"status": "4xx", "field": "/code", "equals": ["Q1", 17], "message": "Quota {{code}} is used up.",
        "retryable": true},
       {"status": "2xx", "field": "/error", "message": "It said: {{error.text}}."},
       {"field": "/state", "equals": "FAILED", "advice": "Tell the user."}]\
      """;

  private CallToolResult get(String rules, Answer answer) {
    service.answer(answer);
    return call(tool(NONE, block("/", ""), "\"errors\": " + rules), "{}");
  }

  private JsonNode told(Answer answer) {
    return failure(get(RULES, answer));
  }

  @Test
  void aRuleSaysWhatTheModelIsToldAndWhetherItMayRetry() {
    JsonNode facts = told(Answer.json(423, "{\"lock\": {\"owner\": \"Ann\"}}"));
    assertThat(facts.get("error").asText()).isEqualTo("upstream_status");
    assertThat(facts.get("message").asText()).isEqualTo("Locked by Ann.");
    assertThat(facts.get("advice").asText()).isEqualTo("Ask Ann.");
    assertThat(facts.get("retryable").asBoolean()).isTrue();
    assertThat(facts.get("retryAfterSeconds").asInt()).isEqualTo(30);
    assertThat(facts.get("status").asInt()).isEqualTo(423);
    assertThat(facts.at("/detail/lock/owner").asText()).isEqualTo("Ann");
  }

  @Test
  void aFieldOfTheAnswerDecidesToo() {
    assertThat(told(Answer.json(403, "{\"code\": 17}")).get("message").asText())
        .isEqualTo("Quota 17 is used up.");
    assertThat(told(Answer.json(403, "{\"code\": 18}")).get("message").asText())
        .contains("credentials of this gateway");
    assertThat(told(Answer.json(200, "{\"state\": \"FAILED\"}")).get("advice").asText())
        .isEqualTo("Tell the user.");
    assertThat(get(RULES, Answer.json("{\"state\": \"DONE\"}")).isError()).isFalse();
  }

  @Test
  void anAnswerWithStatus200CanBeAFailure() {
    JsonNode facts = told(Answer.json("{\"error\": {\"text\": \"no such table\"}}"));
    assertThat(facts.get("error").asText()).isEqualTo("upstream_failed");
    assertThat(facts.get("message").asText()).isEqualTo("It said: no such table.");
    assertThat(facts.get("retryable").asBoolean()).isFalse();
    for (String good : List.of("null", "false", "\"\"", "[]", "{}")) {
      assertThat(get(RULES, Answer.json("{\"error\": " + good + "}")).isError()).isFalse();
    }
    assertThat(get(RULES, Answer.text(200, "text/plain", "error")).isError()).isFalse();
  }

  @Test
  void aMissingThingCanBeAProperEmptyResult() {
    CallToolResult result = get(RULES, Answer.text(404, "text/html", "<html>not here</html>"));
    assertThat(result.isError()).isFalse();
    assertThat(result.json().get("structuredContent").toString()).isEqualTo("{\"items\":[]}");
    assertThat(text(result)).isEqualTo("{\"items\":[]}");
  }

  @Test
  void whatNoRuleConcernsIsToldAsAlways() {
    JsonNode facts = told(Answer.json(503, "{}"));
    assertThat(facts.get("message").asText()).contains("overloaded");
    assertThat(told(Answer.json(401, "{}")).get("message").asText())
        .contains("not the login of the caller");
  }

  @Test
  void secretsStayOutOfWhatIsTold() {
    service.answer(Answer.json(400, "{\"why\": \"bad key 1234567890123\"}"));
    String block = block("/", "\"headers\": {\"X-Key\": \"{{secrets.NUMBER}}\"}");
    CallToolResult result =
        call(
            tool(NONE, block, "\"errors\": [{\"status\": 400, \"message\": \"So: {{why}}.\"}]"),
            "{}");
    assertThat(failure(result).get("message").asText()).isEqualTo("So: bad key [secret].");
  }

  @Test
  void whatARuleTellsIsAsShortAsAnythingOfAFailure() {
    String rules =
        "[{\"field\": \"/why\", \"message\": \"{{why}}.\", \"advice\": \"So {{why}}.\"}]";
    CallToolResult result =
        get(rules, Answer.json(400, "{\"why\": \"" + "w".repeat(9_000) + "\"}"));
    assertThat(result.isError()).isTrue();
    for (String words : List.of("message", "advice")) {
      assertThat(result.facts().get(words).asText()).hasSize(2_001).endsWith("\u2026");
    }
  }

  @Test
  void whereTheFieldsOfARuleAreAbsentTheDefaultIsTold() {
    String rules = "[{\"status\": 404, \"message\": \"{{why}}\", \"advice\": \" {{how}} \"}]";
    JsonNode facts = failure(get(rules, Answer.json(404, "{}")));
    assertThat(facts.get("message").asText()).contains("status 404");
    assertThat(facts.get("advice").asText()).contains("Check the identifiers");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Retry-After: 40",
        "RateLimit: \"default\";r=0;t=40",
        "RateLimit: limit=100, remaining=0, reset=40",
        "RateLimit-Reset: 40",
        "X-RateLimit-Reset: 39.5",
        "X-RateLimit-Remaining: 0\r\nX-RateLimit-Reset: NOW+40",
        "X-Rate-Limit-Reset: NOWMS+40",
        "RateLimit: \"burst\";r=0\r\nRateLimit-Policy: \"burst\";q=100;w=40",
        "RateLimit: \"day\";r=5;t=9000, \"burst\";r=0;t=40",
        "RateLimit: \"burst\";r=0;t=4, \"day\";r=0;t=40, \"month\";r=1;t=90",
        "RateLimit: \"day\";r=0\r\nRateLimit-Policy: \"burst\";q=9;w=1, \"day\";q=100;w=40"
      })
  void theTimeToWaitIsReadFromEveryKnownHeader(String header) {
    Answer answer =
        (request, out) -> {
          long then = Instant.now().getEpochSecond() + 40;
          String line = header.replace("NOWMS+40", then * 1_000 + "").replace("NOW+40", "" + then);
          return Answer.of(429, "{}".getBytes(StandardCharsets.UTF_8), line.split("\r\n"))
              .write(request, out);
        };
    JsonNode facts = failure(get("[]", answer));
    assertThat(facts.get("retryable").asBoolean()).isTrue();
    assertThat(facts.get("retryAfterSeconds").asInt()).isBetween(38, 40);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "RateLimit: \"default\";r=5;t=40",
        "X-RateLimit-Remaining: 3\r\nX-RateLimit-Reset: 40",
        "X-RateLimit-Reset: soon",
        "Retry-After: later",
        "RateLimit: \u0001"
      })
  void headersThatDoNotSayWhenAddNothing(String header) {
    Answer answer = Answer.of(429, new byte[0], header.split("\r\n"));
    assertThat(failure(get("[]", answer)).has("retryAfterSeconds")).isFalse();
  }

  @Test
  void limitsThatComeWithEveryAnswerDoNotInviteToRepeatAMistake() {
    Answer answer = Answer.of(400, new byte[0], "RateLimit: \"default\";r=0;t=40");
    assertThat(failure(get("[]", answer)).has("retryAfterSeconds")).isFalse();
  }

  @Test
  void mistakesAreFoundWhenTheToolIsLoaded() {
    assertThat(mistakes("{}")).anyMatch(at("/errors"));
    assertThat(mistakes("[{\"message\": \"x\"}]")).anyMatch(at("/errors/0/status"));
    assertThat(mistakes("[{\"status\": 99, \"mesage\": \"x\"}]"))
        .anyMatch(at("/errors/0/status"))
        .anyMatch(problem -> problem.contains("did you mean \"message\""));
    assertThat(mistakes("[{\"status\": 404, \"result\": [], \"retryable\": true}]"))
        .anyMatch(at("/errors/0/retryable"));
    assertThat(mistakes("[{\"field\": \"error\", \"message\": \"{{#x}}\"}]"))
        .anyMatch(at("/errors/0/field"))
        .anyMatch(at("/errors/0/message"));
    assertThat(mistakes("[{\"status\": 404, \"equals\": 3, \"retryAfterSeconds\": 0}]"))
        .anyMatch(at("/errors/0/equals"))
        .anyMatch(at("/errors/0/retryAfterSeconds"));
  }

  private List<String> mistakes(String rules) {
    return problems(NONE, block("/", ""), "\"errors\": " + rules);
  }

  private static Predicate<String> at(String pointer) {
    return problem -> problem.startsWith(pointer + ": ");
  }
}
