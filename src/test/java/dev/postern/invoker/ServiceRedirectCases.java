package dev.postern.invoker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Tool;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.ReceivedRequest;
import dev.postern.testing.service.RecordingService;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Redirects, where a tool declares that they are followed. */
public abstract class ServiceRedirectCases extends ServiceToolCases {
  private static final String NONE = schema("[]");

  private Tool following(String redirects, String more) {
    return tool(NONE, block("/old/place?a=1", more), "\"redirects\": " + redirects);
  }

  private void pointTo(int status, String location) {
    service.answerBy(
        request ->
            request.path().equals("/old/place")
                ? Answer.empty(status, "Location: " + location)
                : Answer.json("{\"arrived\":true}"));
  }

  private JsonNode refused(Tool tool) {
    JsonNode facts = failure(call(tool, "{}"));
    assertThat(facts.path("error").asText()).isEqualTo("upstream_redirect");
    assertThat(facts.path("retryable").asBoolean()).isFalse();
    return facts;
  }

  @Test
  void withoutTheKeyNoneIsFollowed() {
    pointTo(302, "/new");
    JsonNode facts = failure(call(tool(NONE, block("/old/place", "")), "{}"));
    assertThat(facts.path("error").asText()).isEqualTo("upstream_redirect");
    assertThat(service.requests()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "/new?b=2, /new?b=2",
    "new, /old/new",
    "../new, /new",
    "../../../new, /new",
    "./new/./x/.., /old/new/",
    "?b=2, /old/place?b=2",
    "/new#part, /new",
    "/n%C3%A9w/%2F, /n%C3%A9w/%2F",
    "/n\u00e9w <x>, /n%C3%A9w%20%3Cx%3E",
    "/{args.x}, /%7Bargs.x%7D",
    "'', /old/place?a=1",
  })
  void theAddressIsResolvedAsBrowsersDo(String location, String arrived) {
    service.answerBy(
        request ->
            service.requests().size() == 1
                ? Answer.empty(307, "Location: " + location)
                : Answer.json("{\"arrived\":true}"));
    assertThat(call(following("{}", ""), "{}").isError()).isFalse();
    assertThat(service.last().target()).isEqualTo(arrived);
  }

  @ParameterizedTest
  @CsvSource({
    "301, POST, GET", "302, POST, GET", "303, POST, GET", "307, POST, POST", "308, POST, POST",
    "301, PUT, PUT", "302, DELETE, DELETE", "303, PUT, GET", "303, HEAD, HEAD", "301, GET, GET"
  })
  void theMethodChangesAsTheStatusSays(int status, String method, String then) {
    pointTo(status, "/new");
    boolean body = method.startsWith("P");
    call(
        following("{}", "\"method\":\"" + method + "\"" + (body ? ",\"body\":{\"k\":1}" : "")),
        "{}");
    ReceivedRequest last = service.last();
    assertThat(last.path()).isEqualTo("/new");
    assertThat(last.method()).isEqualTo(then);
    assertThat(last.bodyText()).isEqualTo(then.startsWith("P") ? "{\"k\":1}" : "");
    assertThat(last.header("Content-Type"))
        .isEqualTo(then.startsWith("P") ? "application/json" : null);
  }

  @Test
  void onTheSameHostCredentialsStay() {
    pointTo(302, service.url("/new"));
    Tool tool =
        tool(
            NONE,
            block("/old/place", "\"headers\": {\"X-Own\": \"{{secrets.TOKEN}}\"}"),
            "\"redirects\": {}, \"auth\": {\"type\":\"bearer\",\"token\":\"{{secrets.NUMBER}}\"}");
    assertThat(call(tool, "{}").isError()).isFalse();
    assertThat(service.last().header("Authorization")).isEqualTo("Bearer 1234567890123");
    assertThat(service.last().header("X-Own")).isEqualTo(SECRET);
  }

  @ParameterizedTest
  @ValueSource(strings = {"basic", "header", "query", "cookie"})
  void onAnotherHostNothingSecretIsSent(String kind) {
    try (RecordingService other = RecordingService.start()) {
      pointTo(307, other.url("/new").replace("127.0.0.1", "localhost"));
      String auth =
          kind.equals("basic")
              ? "{\"type\":\"basic\",\"username\":\"u\",\"password\":\"{{secrets.NUMBER}}\"}"
              : "{\"type\":\"apiKey\",\"in\":\"%s\",\"name\":\"key\",\"value\":\"{{secrets.NUMBER}}\"}"
                  .formatted(kind);
      Tool tool =
          tool(
              NONE,
              block(
                  "/old/place",
                  "\"headers\": {\"X-Own\": \"a\", \"X-Secret\": \"{{secrets.TOKEN}}\","
                      + " \"Accept-Language\": \"{{secrets.TOKEN}}\", \"Cookie\": \"c=1\"},"
                      + " \"method\": \"POST\", \"body\": {\"k\": 1}"),
              "\"redirects\": {\"hosts\": [\"localhost\"]}, \"auth\": " + auth);
      assertThat(call(tool, "{}").isError()).isFalse();
      assertThat(other.requests()).hasSize(1);
      assertThat(other.last().bodyText()).isEqualTo("{\"k\":1}");
      assertThat(other.last().target()).isEqualTo("/new");
      assertThat(other.last().head())
          .doesNotContain("1234567890123", "s3cr3t", "X-Own", "Cookie", "Authorization");
    }
  }

  @Test
  void anotherPortIsAnotherHostForCredentials() {
    try (RecordingService other = RecordingService.start()) {
      pointTo(307, other.url("/new"));
      Tool tool =
          tool(
              NONE,
              block("/old/place", ""),
              "\"redirects\": {}, \"auth\": {\"type\":\"bearer\",\"token\":\"{{secrets.NUMBER}}\"}");
      assertThat(call(tool, "{}").isError()).isFalse();
      assertThat(other.last().header("Authorization")).isNull();
    }
  }

  @Test
  void aSecretInTheBodyDoesNotGoToAnotherHost() {
    try (RecordingService other = RecordingService.start()) {
      pointTo(307, other.url("/new"));
      Tool tool = following("{}", "\"method\": \"POST\", \"body\": {\"k\": \"{{secrets.TOKEN}}\"}");
      assertThat(refused(tool).path("message").asText()).contains("secret in the body");
      assertThat(other.connections()).isZero();
    }
  }

  @Test
  void aHostThatIsNotListedIsNotFollowed() {
    try (RecordingService other = RecordingService.start()) {
      pointTo(302, other.url("/new").replace("127.0.0.1", "localhost"));
      assertThat(refused(following("{}", "")).path("message").asText()).contains("localhost");
      assertThat(refused(following("{\"hosts\":[\"*.host\",\"x\"]}", "")).isEmpty()).isFalse();
      assertThat(other.connections()).isZero();
      assertThat(call(following("{\"hosts\":[\"*\"]}", ""), "{}").isError()).isFalse();
      assertThat(other.requests()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://127.0.0.1/",
        "ftp://127.0.0.1/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "http://user:pass@127.0.0.1/",
        "http:///x",
        "http://",
        "http:x",
        "//[::g]/",
        "http:\\\\127.0.0.1\\x"
      })
  void otherSchemesAndAddressesThatAreNoneAreNotFollowed(String location) {
    pointTo(302, location);
    assertThat(refused(following("{\"hosts\":[\"*\"]}", "")).path("message").asText())
        .startsWith("The service points to ");
    assertThat(service.requests()).hasSize(1);
  }

  @Test
  void theAddressIsCheckedAgainAtEachRedirect() {
    pointTo(302, "http://169.254.169.254/latest/meta-data/");
    JsonNode facts = failure(call(following("{\"hosts\":[\"*\"]}", ""), "{}"));
    assertThat(facts.path("error").asText()).isEqualTo("upstream_address_refused");
    assertThat(facts.path("message").asText()).contains("postern.upstream.open=metadata");
  }

  /** Who is told that nothing was sent would make the first request once more. */
  @Test
  void whereARedirectLeadsNowhereTheFirstRequestWasMadeAllTheSame() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    pointTo(303, "http://127.0.0.1:" + free + "/new");
    JsonNode facts = failure(call(following("{}", "\"method\":\"POST\""), "{}"));
    assertThat(facts.path("error").asText()).isEqualTo("upstream_closed");
    assertThat(facts.path("message").asText()).contains("took the request and pointed to");
    assertThat(facts.path("retryable").asBoolean()).isFalse();
    facts = failure(call(following("{}", ""), "{}"));
    assertThat(facts.path("error").asText()).isEqualTo("upstream_unreachable");
    assertThat(facts.path("retryable").asBoolean()).isTrue();
    assertThat(service.requests()).hasSize(2);
  }

  @Test
  void theirNumberIsLimited() {
    service.answer(Answer.empty(302, "Location: /again"));
    assertThat(refused(following("{\"most\":3}", "")).path("message").asText())
        .contains("3 redirects");
    assertThat(service.requests()).hasSize(4);
  }

  @Test
  void theTimeOutHoldsForAllOfThem() {
    service.answer(Answer.empty(302, "Location: /again").after(Duration.ofMillis(150)));
    CallToolResult late = call(following("{\"most\":20}", "\"timeoutMs\": 500"), "{}");
    assertThat(failure(late).path("error").asText()).isEqualTo("upstream_timeout");
    assertThat(service.requests().size()).isLessThan(6);
  }

  @Test
  void otherStatusesAndARedirectToNowhereStayWhatTheyAre() {
    Function<Integer, Integer> status =
        given -> {
          service.answer(Answer.empty(given));
          return failure(call(following("{}", ""), "{}")).path("status").asInt();
        };
    assertThat(status.apply(302)).isEqualTo(302);
    assertThat(status.apply(304)).isEqualTo(304);
    assertThat(service.requests()).hasSize(2);
  }

  @Test
  void mistakesAreFoundWhenTheToolIsLoaded() {
    assertThat(
            problems(
                NONE,
                block("/x", ""),
                "\"redirects\": {\"most\": 0, \"hosts\": [\"http://x\", 1], \"any\": true}"))
        .hasSize(4)
        .anySatisfy(problem -> assertThat(problem).startsWith("/redirects/most: must be"))
        .anySatisfy(problem -> assertThat(problem).startsWith("/redirects/hosts/0: must be a host"))
        .anySatisfy(problem -> assertThat(problem).startsWith("/redirects/hosts/1: must be a host"))
        .anySatisfy(
            problem -> assertThat(problem).startsWith("/redirects/any: is not a known key"));
  }
}
