package dev.postern.invoker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Tool;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.testing.Wait;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.RecordingService;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code auth} of type {@code oauth2}, against a token endpoint on a socket of its own. */
public abstract class ServiceTokenCases extends ServiceToolCases {
  private static final String NONE = schema("[]");
  private static final int CALLERS = 40;

  private final AtomicInteger given = new AtomicInteger();
  private RecordingService endpoint;

  @BeforeEach
  void startEndpoint() {
    endpoint = RecordingService.start();
    give(3_600);
  }

  @AfterEach
  void stopEndpoint() {
    endpoint.close();
  }

  private void give(int seconds) {
    endpoint.answerBy(request -> token("token-" + given.incrementAndGet(), seconds));
  }

  private static Answer token(String value, int seconds) {
    return Answer.json(
        "{\"access_token\":\"%s\",\"token_type\":\"bearer\",\"expires_in\":%d}"
            .formatted(value, seconds));
  }

  private String auth(String more) {
    return "\"auth\": {\"type\":\"oauth2\",\"tokenUrl\":\"%s\",\"clientId\":\"my client\",\"clientSecret\":\"{{secrets.TOKEN}}\"%s}"
        .formatted(endpoint.url("/oauth/token?tenant=1"), more.isEmpty() ? "" : "," + more);
  }

  private Tool tool() {
    return tool(NONE, block("/x", ""), auth(""));
  }

  private String sent() {
    return service.last().header("Authorization");
  }

  @Test
  void theTokenIsFetchedAsTheStandardSaysAndKept() {
    Tool tool =
        tool(
            NONE,
            block("/x", ""),
            auth("\"scope\":\"read write\",\"parameters\":{\"audience\":\"https://a/?b&c\"}"));
    for (int i = 0; i < 3; i++) {
      assertThat(call(tool, "{}").isError()).isFalse();
      assertThat(sent()).isEqualTo("Bearer token-1");
    }
    assertThat(endpoint.requests()).hasSize(1);
    assertThat(endpoint.last().method()).isEqualTo("POST");
    assertThat(endpoint.last().target()).isEqualTo("/oauth/token?tenant=1");
    assertThat(endpoint.last().header("Content-Type"))
        .isEqualTo("application/x-www-form-urlencoded");
    assertThat(endpoint.last().bodyText())
        .isEqualTo(
            "grant_type=client_credentials&scope=read+write&audience=https%3A%2F%2Fa%2F%3Fb%26c");
    String login = "my+client:" + java.net.URLEncoder.encode(SECRET, StandardCharsets.UTF_8);
    assertThat(endpoint.last().header("Authorization"))
        .isEqualTo(
            "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void theClientMayNameItselfInTheBody() {
    call(tool(NONE, block("/x", ""), auth("\"clientAuth\":\"body\"")), "{}");
    assertThat(endpoint.last().header("Authorization")).isNull();
    assertThat(endpoint.last().bodyText())
        .isEqualTo(
            "grant_type=client_credentials&client_id=my+client&client_secret="
                + java.net.URLEncoder.encode(SECRET, StandardCharsets.UTF_8));
  }

  @Test
  void manyWaitingCallsFetchItOnce() throws Exception {
    endpoint.answer(token("shared", 3_600).after(Duration.ofMillis(300)));
    for (CallToolResult result : together(tool())) {
      assertThat(result.isError()).isFalse();
    }
    assertThat(endpoint.requests()).hasSize(1);
    assertThat(service.requests())
        .hasSize(CALLERS)
        .allSatisfy(one -> assertThat(one.header("Authorization")).isEqualTo("Bearer shared"));
  }

  @Test
  void manyWaitingCallsAreRefusedByOneAnswer() throws Exception {
    endpoint.answer(
        Answer.json(401, "{\"error\":\"invalid_client\"}").after(Duration.ofMillis(300)));
    for (CallToolResult result : together(tool())) {
      assertThat(failure(result).path("error").asText()).isEqualTo("upstream_token_refused");
    }
    assertThat(endpoint.requests().size()).isLessThan(4); // latecomers may ask again
    assertThat(service.requests()).isEmpty();
  }

  private static List<CallToolResult> together(Tool tool) throws Exception {
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    try {
      List<Future<CallToolResult>> calls = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        calls.add(callers.submit(() -> call(tool, "{}")));
      }
      List<CallToolResult> results = new ArrayList<>();
      for (Future<CallToolResult> one : calls) {
        results.add(one.get());
      }
      return results;
    } finally {
      callers.shutdown();
    }
  }

  @Test
  void itIsReplacedBeforeItEnds() throws Exception {
    give(5); // a fifth of that before its end, so after 4 s
    Tool tool = tool();
    call(tool, "{}");
    long start = System.nanoTime();
    Wait.until(
        "another token",
        Duration.ofSeconds(10),
        () -> {
          assertThat(call(tool, "{}").isError()).isFalse();
          return sent().equals("Bearer token-2");
        });
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(4_950));
  }

  @Test
  void aTokenThatCannotBeReplacedServesToItsEnd() throws Exception {
    give(6);
    Tool tool = tool();
    call(tool, "{}");
    endpoint.answer(Answer.empty(503));
    Thread.sleep(4_850); // due since 4.8 s
    for (int i = 0; i < 5; i++) {
      assertThat(call(tool, "{}").isError()).isFalse();
      assertThat(sent()).isEqualTo("Bearer token-1");
    }
    assertThat(endpoint.requests()).hasSize(2); // not with every call
    Thread.sleep(1_500);
    JsonNode failed = failure(call(tool, "{}"));
    assertThat(failed.path("error").asText()).isEqualTo("upstream_token_unavailable");
    assertThat(failed.path("retryable").asBoolean()).isTrue();
  }

  @Test
  void a401RefreshesOnceAndMakesTheRequestAgain() {
    service.answerBy(
        request ->
            "Bearer token-1".equals(request.header("Authorization"))
                ? Answer.empty(401)
                : Answer.json("{\"ok\":1}"));
    Tool tool = tool(NONE, block("/x", "\"method\":\"POST\",\"body\":{\"k\":1}"), auth(""));
    assertThat(text(call(tool, "{}"))).isEqualTo("{\"ok\":1}");
    assertThat(service.requests()).hasSize(2);
    assertThat(service.last().bodyText()).isEqualTo("{\"k\":1}");
    assertThat(endpoint.requests()).hasSize(2);
    call(tool, "{}");
    assertThat(service.requests()).hasSize(3);
  }

  @Test
  void manyCallsWithAnOldTokenRefreshItOnce() throws Exception {
    Tool tool = tool();
    call(tool, "{}");
    service.answerBy(
        request ->
            "Bearer token-1".equals(request.header("Authorization"))
                ? Answer.empty(401).after(Duration.ofMillis(50))
                : Answer.json("{}"));
    assertThat(together(tool)).allSatisfy(one -> assertThat(one.isError()).isFalse());
    assertThat(endpoint.requests()).hasSize(2);
  }

  @Test
  void a401ThatStaysIsTheServicesAnswer() {
    service.answer(Answer.json(401, "{\"why\":\"no\"}"));
    JsonNode failed = failure(call(tool(), "{}"));
    assertThat(failed.path("status").asInt()).isEqualTo(401);
    assertThat(failed.path("message").asText()).contains("not the login of the caller");
    assertThat(service.requests()).hasSize(2);
    assertThat(endpoint.requests()).hasSize(2);
  }

  @Test
  void toolsThatAreTheSameClientShareIt() {
    call(tool(), "{}");
    call(tool(NONE, block("/other", ""), auth("")), "{}");
    assertThat(endpoint.requests()).hasSize(1);
    call(tool(NONE, block("/other", ""), auth("\"scope\":\"more\"")), "{}");
    assertThat(endpoint.requests()).hasSize(2);
  }

  @Test
  void neitherTokenNorClientSecretIsEverTold() {
    service.answer(Answer.json("{\"said\":\"token-1 " + SECRET.replace("\"", "\\\"") + "\"}"));
    assertThat(text(call(tool(), "{}"))).isEqualTo("{\"said\":\"[secret] [secret]\"}");
    endpoint.answer(
        Answer.json(
            400,
            "{\"error\":\"invalid_client\",\"error_description\":\"%s is wrong\"}"
                .formatted(SECRET.replace("\"", "\\\""))));
    JsonNode failed = failure(call(tool(NONE, block("/x", ""), auth("\"scope\":\"other\"")), "{}"));
    assertThat(failed.path("message").asText())
        .isEqualTo(
            "The service needs a token, and its token endpoint answered with status 400:"
                + " invalid_client ([secret] is wrong).");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400 | {'error':'invalid_scope'} | upstream_token_refused | invalid_scope",
        "403 | <html> | upstream_token_refused | status 403",
        "302 | x | upstream_token_refused | status 302",
        "500 | {} | upstream_token_unavailable | status 500",
        "429 | {} | upstream_token_unavailable | status 429",
        "200 | {} | upstream_token_refused | without an \"access_token\"",
        "200 | <html> | upstream_token_refused | without an \"access_token\"",
        "200 | {'access_token':'a b'} | upstream_token_refused | without an \"access_token\"",
        "200 | {'access_token':'abcd','token_type':'mac'} | upstream_token_refused | than Bearer: mac"
      })
  void whatTheEndpointSaysWrongIsAnErrorOfTheToolAndNothingIsSent(
      int status, String body, String error, String message) {
    endpoint.answer(Answer.json(status, body.replace('\'', '"')));
    JsonNode failed = failure(call(tool(), "{}"));
    assertThat(failed.path("error").asText()).isEqualTo(error);
    assertThat(failed.path("message").asText()).contains(message);
    assertThat(failed.path("retryable").asBoolean()).isEqualTo(error.endsWith("unavailable"));
    assertThat(service.requests()).isEmpty();
  }

  @Test
  void anEndpointThatIsGoneOrSlowIsToldApartFromTheService() {
    endpoint.answer(token("late", 60).after(Duration.ofSeconds(5)));
    Tool impatient = tool(NONE, block("/x", "\"timeoutMs\": 300"), auth(""));
    assertThat(failure(call(impatient, "{}")).path("error").asText()).isEqualTo("upstream_timeout");
    endpoint.close();
    JsonNode gone = failure(call(tool(NONE, block("/x", ""), auth("")), "{}"));
    assertThat(gone.path("error").asText()).isEqualTo("upstream_token_unavailable");
    assertThat(gone.path("message").asText()).contains("token endpoint cannot be reached");
    assertThat(service.requests()).isEmpty();
  }

  @Test
  void aMissingSecretIsNotSentToTheEndpoint() {
    Tool tool = tool();
    secrets.remove("TOKEN");
    assertThat(failure(call(tool, "{}")).path("error").asText())
        .isEqualTo("upstream_secret_missing");
    assertThat(endpoint.requests()).isEmpty();
  }

  @Test
  void mistakesAreFoundWhenTheToolIsLoaded() {
    assertThat(
            problems(
                NONE,
                block("/x", ""),
                "\"auth\": {\"type\":\"oauth2\",\"tokenUrl\":\"http://h/{x}\",\"clientId\":\"{{secrets.NO}}\","
                    + "\"clientSecret\":\"plain\",\"clientAuth\":\"jwt\",\"parameters\":{\"scope\":\"x\",\"n\":1}}"))
        .hasSize(6);
  }
}
