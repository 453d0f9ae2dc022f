package dev.postern.invoker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Tool;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.security.Principal;
import dev.postern.testing.service.Answer;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From what a service answers, or fails to, to the result. */
public abstract class ServiceAnswerCases extends ServiceToolCases {
  private static final String NONE = schema("[]");
  private static final String ODD_JSON =
      "{ \"n\" : 1.10, \"big\":12345678901234567890.5, \"e\": 1e999999999, \"u\":\"\\u00e9\u00e9\" }\n";

  private CallToolResult get(Answer answer) {
    service.answer(answer);
    return call(tool(NONE, block("/", "")), "{}");
  }

  private static String kind(JsonNode facts) {
    return facts.path("error").asText();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "Application/JSON; charset=utf-8",
        "application/problem+json",
        "application/json;charset=\"UTF-8\""
      })
  void jsonPassesThroughUnchanged(String contentType) {
    CallToolResult result = get(Answer.text(200, contentType, ODD_JSON));
    assertThat(result.isError()).isFalse();
    assertThat(text(result)).isEqualTo(ODD_JSON);
    assertThat(result.json().path("structuredContent").toString())
        .isEqualTo(
            "{\"n\":1.10,\"big\":12345678901234567890.5,\"e\":1E+999999999,\"u\":\"\u00e9\u00e9\"}");
  }

  @Test
  void arraysAndScalarsAreTextOnly() {
    for (String body : List.of("[1, 2]", "\"x\"", "1.0", "null", "true")) {
      CallToolResult result = get(Answer.json(body));
      assertThat(text(result)).isEqualTo(body);
      assertThat(result.isError()).isFalse();
      assertThat(result.json().has("structuredContent")).isFalse();
    }
  }

  @Test
  void jsonIsUnpackedDecodedAndFoundWithoutAContentType() {
    assertThat(text(get(Answer.gzip("{\"a\":1}")))).isEqualTo("{\"a\":1}");
    assertThat(text(get(Answer.of(200, "{\"a\":1}".getBytes(StandardCharsets.UTF_8)))))
        .isEqualTo("{\"a\":1}");
    assertThat(
            text(
                get(
                    Answer.of(
                        200,
                        "\"\u00e9\"".getBytes(StandardCharsets.ISO_8859_1),
                        "Content-Type: application/json; charset=iso-8859-1"))))
        .isEqualTo("\"\u00e9\"");
    assertThat(text(get(Answer.json("\uFEFF{\"a\":2}")))).isEqualTo("{\"a\":2}");
  }

  @Test
  void anEmptyAnswerSaysSo() {
    for (int status : List.of(200, 201, 204)) {
      CallToolResult result = get(Answer.empty(status));
      assertThat(result.isError()).isFalse();
      assertThat(text(result)).contains("status " + status).contains("no body");
    }
  }

  @Test
  void whatIsNotJsonIsAnError() {
    String page = "<html>" + "\ud83d\ude00".repeat(200) + "</html>";
    JsonNode facts = failure(get(Answer.text(200, "text/json; charset=utf-8", page)));
    assertThat(kind(facts)).isEqualTo("upstream_not_json");
    assertThat(facts.path("message").asText()).contains("text/json");
    assertThat(facts.path("detail").asText()).startsWith("<html>").endsWith("\ud83d\ude00\u2026");
    assertThat(facts.path("detail").asText().length()).isLessThanOrEqualTo(201);
    assertThat(facts.path("status").asInt()).isEqualTo(200);
    for (Answer answer :
        List.of(
            Answer.json("{\"a\":"),
            Answer.json("{\"a\":1} {}"),
            Answer.json("{\"a\":1,\"a\":2}"),
            Answer.json("[".repeat(100_00)),
            Answer.text(200, "application/json; charset=nonsense", "{}"),
            Answer.of(200, new byte[] {'"', (byte) 0xC3, '"'}, "Content-Type: application/json"),
            Answer.of(200, new byte[] {1, 2}),
            Answer.of(200, "hello".getBytes(StandardCharsets.UTF_8)))) {
      assertThat(kind(failure(get(answer)))).isEqualTo("upstream_not_json");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "400,false,false", "401,false,false", "403,false,false", "404,false,false", "409,false,false",
    "418,false,false", "422,false,false", "429,true,true", "500,false,false", "502,true,false",
    "503,true,false", "504,true,false", "408,true,false", "599,false,false"
  })
  void everyErrorStatusSaysWhetherToTryAgain(int status, boolean get, boolean post) {
    JsonNode facts = failure(get(Answer.json(status, "{\"why\": [\"because\", 1.10]}")));
    assertThat(kind(facts)).isEqualTo("upstream_status");
    assertThat(facts.path("status").asInt()).isEqualTo(status);
    assertThat(facts.path("message").asText()).contains("" + status);
    assertThat(facts.path("detail").toString()).isEqualTo("{\"why\":[\"because\",1.10]}");
    assertThat(facts.path("retryable").asBoolean()).isEqualTo(get);
    facts = failure(call(tool(NONE, block("/", "\"method\": \"POST\"")), "{}"));
    assertThat(facts.path("retryable").asBoolean()).isEqualTo(post);
    assertThat(service.requests()).hasSize(2);
  }

  @Test
  void refusedCredentialsAreTheGatewaysNotTheCallers() {
    JsonNode facts = failure(get(Answer.empty(401, "WWW-Authenticate: Basic realm=\"x\"")));
    assertThat(facts.path("message").asText()).contains("credentials of this gateway");
    assertThat(facts.path("advice").asText()).contains("operator");
    assertThat(facts.has("detail")).isFalse();
    assertThat(service.requests()).hasSize(1);
  }

  @Test
  void retryAfterIsUnderstoodInBothForms() {
    assertThat(failure(get(Answer.empty(503, "Retry-After: 17"))).path("retryAfterSeconds").asInt())
        .isEqualTo(17);
    String date =
        DateTimeFormatter.RFC_1123_DATE_TIME.format(
            ZonedDateTime.now(ZoneOffset.UTC).plusSeconds(60));
    assertThat(
            failure(get(Answer.empty(429, "Retry-After: " + date)))
                .path("retryAfterSeconds")
                .asInt())
        .isBetween(50, 60);
    assertThat(failure(get(Answer.empty(429, "Retry-After: soon"))).has("retryAfterSeconds"))
        .isFalse();
  }

  @Test
  void aLongErrorIsCutAtACharacter() {
    JsonNode facts =
        failure(get(Answer.text(500, "text/plain", "x" + "\ud83d\ude00".repeat(5_000))));
    assertThat(facts.path("detail").asText()).hasSize(2_000).endsWith("\ud83d\ude00\u2026");
    facts = failure(get(Answer.json(500, "{\"m\": \"" + "y".repeat(5_000) + "\"}")));
    assertThat(facts.path("detail").asText()).startsWith("{\"m\":").hasSize(2_001);
  }

  @Test
  void aRedirectIsNotFollowedAndSaysWhereItPointed() {
    JsonNode facts =
        failure(get(Answer.empty(302, "Location: " + service.url("/other?token=hidden-token#f"))));
    assertThat(kind(facts)).isEqualTo("upstream_redirect");
    assertThat(facts.path("message").asText())
        .contains(service.url("/other"))
        .doesNotContain("hidden-token");
    facts = failure(get(Answer.empty(307, "Location: https://user:password@host.example/x")));
    assertThat(facts.path("message").asText())
        .contains("https://host.example/x")
        .doesNotContain("password");
    assertThat(service.requests()).hasSize(2);
  }

  @Test
  void theTimeOutHoldsForWaitingDrippingAndConnecting() throws Exception {
    Tool tool = tool(NONE, block("/", "\"timeoutMs\": 300"));
    for (Answer slow :
        List.of(
            Answer.json("{}").after(Duration.ofSeconds(5)), Answer.drip(Duration.ofMillis(20)))) {
      service.answer(slow);
      assertTimesOut(tool);
    }
    service.answer(Answer.json("{}"));
    assertThat(call(tool, "{}").isError()).isFalse();
    try (ServerSocket full = new ServerSocket(0, 1, java.net.InetAddress.getByName("127.0.0.1"));
        java.net.Socket first = new java.net.Socket("127.0.0.1", full.getLocalPort());
        java.net.Socket second = new java.net.Socket("127.0.0.1", full.getLocalPort())) {
      assertThat(first.isConnected() && second.isConnected()).isTrue();
      assertTimesOut(
          tool(
              NONE,
              "{\"baseUrl\": \"http://127.0.0.1:%d\", \"timeoutMs\": 300}"
                  .formatted(full.getLocalPort())));
    }
  }

  private static void assertTimesOut(Tool tool) {
    long start = System.nanoTime();
    JsonNode facts = failure(call(tool, "{}"));
    long took = (System.nanoTime() - start) / 1_000_000;
    assertThat(kind(facts)).isEqualTo("upstream_timeout");
    assertThat(facts.path("message").asText()).contains("300 ms");
    assertThat(facts.path("retryable").asBoolean()).isTrue();
    assertThat(took).isBetween(290L, 1_500L);
  }

  @Test
  void anInterruptedCallerStopsWaiting() throws Exception {
    service.answer(Answer.drip(Duration.ofMillis(20)));
    Tool tool = tool(NONE, block("/", ""));
    AtomicReference<Object> outcome = new AtomicReference<>();
    Thread caller =
        new Thread(
            () -> {
              try {
                outcome.set(
                    tool.binding()
                        .call(new Call(dev.postern.message.Json.object(), Principal.ANONYMOUS)));
              } catch (InterruptedException e) {
                outcome.set(e);
              }
            });
    caller.start();
    while (service.requests().isEmpty()) {
      Thread.sleep(5);
    }
    caller.interrupt();
    caller.join(2_000);
    assertThat(outcome.get()).isInstanceOf(InterruptedException.class);
  }

  @Test
  void anEndlessOrTooLargeBodyIsCutOff() throws Exception {
    JsonNode facts = failure(get(Answer.endless()));
    assertThat(kind(facts)).isEqualTo("upstream_too_large");
    assertThat(facts.path("message").asText()).contains("" + MAX_ANSWER);
    String exact = "\"" + "x".repeat(MAX_ANSWER - 2) + "\"";
    assertThat(get(Answer.json(exact)).isError()).isFalse();
    assertThat(kind(failure(get(Answer.json(exact + " "))))).isEqualTo("upstream_too_large");
    assertThat(kind(failure(get(Answer.gzip(" ".repeat(MAX_ANSWER + 1) + "1")))))
        .isEqualTo("upstream_too_large");
    assertThat(get(Answer.json("{}")).isError()).isFalse();
  }

  @Test
  void eachWayToGetNoAnswerHasItsName() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    assertThat(kindFor("http://127.0.0.1:" + free)).isEqualTo("upstream_unreachable");
    assertThat(kindFor("http://no-such-host.invalid")).isEqualTo("upstream_unknown_host");
    assertThat(kindFor("https://127.0.0.1:" + service.port())).isEqualTo("upstream_tls");
    assertThat(kind(failure(get(Answer.closed())))).isEqualTo("upstream_closed");
    assertThat(kind(failure(get(Answer.cutOff("{\"a\":"))))).isEqualTo("upstream_closed");
    assertThat(kind(failure(get(Answer.raw("not http at all\r\n\r\n")))))
        .isIn("upstream_not_http", "upstream_closed");
    assertThat(
            kind(
                failure(
                    get(
                        Answer.of(
                            200,
                            "no gzip".getBytes(StandardCharsets.UTF_8),
                            "Content-Type: application/json",
                            "Content-Encoding: gzip")))))
        .isEqualTo("upstream_not_http");
  }

  private String kindFor(String baseUrl) {
    JsonNode facts =
        failure(
            call(tool(NONE, "{\"baseUrl\": \"%s\", \"path\": \"/x\"}".formatted(baseUrl)), "{}"));
    return kind(facts);
  }

  @Test
  void aSecretNeverComesBack() {
    Tool tool =
        tool(
            NONE,
            block(
                "/?in={{secrets.TOKEN}}",
                "\"method\": \"POST\", \"query\": {\"k\": \"{{secrets.TOKEN}}\", \"n\": \"{{secrets.NUMBER}}\"},"
                    + " \"headers\": {\"X-Key\": \"{{secrets.TOKEN}}\"}, \"body\": {\"t\": \"{{secrets.TOKEN}}\"}"));
    String basic =
        java.util.Base64.getEncoder()
            .encodeToString(("user:" + SECRET).getBytes(StandardCharsets.UTF_8));
    String escaped = SECRET.replace("/", "\\/").replace("\"", "\\\"").replace("3", "\\u0033");
    for (int status : List.of(200, 400, 500)) {
      for (Answer answer :
          List.of(
              Answer.echo(status),
              Answer.text(status, "text/plain", "You sent " + SECRET),
              Answer.text(status, "text/html", "<b>" + basic + "</b>"),
              Answer.json(status, "{\"" + escaped + "\": \"" + escaped + "\"}"),
              Answer.json(status, "{\"number\": 1234567890123}"),
              Answer.text(status, "text/plain", "x".repeat(1_990) + SECRET))) {
        service.answer(answer);
        String result = call(tool, "{}").json().toString();
        assertThat(result)
            .doesNotContain("s3cr3t", "value+with", "1234567890123", basic.substring(8, 30));
      }
    }
    assertThat(service.last().queryValues("in")).containsExactly(SECRET);
    assertThat(service.last().queryValues("k")).containsExactly(SECRET);
    assertThat(json(service.last().bodyText()).path("t").asText()).isEqualTo(SECRET);
    service.answer(Answer.empty(302, "Location: /x/" + SECRET.replace("\"", "%22")));
    service.answer(Answer.empty(302, "Location: /x/1234567890123"));
    assertThat(call(tool, "{}").json().toString()).doesNotContain("1234567890123");
  }
}
