package dev.postern.invoker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Tool;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.security.Principal;
import dev.postern.testing.service.Answer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** As whom services are asked: {@code auth} without tokens, which have cases of their own. */
public abstract class ServiceAuthCases extends ServiceToolCases {
  private static final String NONE = schema("[]");

  private Tool with(String auth) {
    return tool(NONE, block("/x?a=1", ""), "\"auth\": " + auth);
  }

  private List<String> wrong(String auth) {
    return problems(NONE, block("/x", ""), "\"auth\": " + auth);
  }

  private static String login(String user, String password) {
    byte[] bytes = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(bytes);
  }

  @Test
  void basicSendsUserAndPassword() {
    secrets.put("PASSWORD", "p\u00e4ss:w\u00f6rd");
    call(
        with(
            "{\"type\":\"basic\",\"username\":\"j\u00f6rg\",\"password\":\"{{secrets.PASSWORD}}\"}"),
        "{}");
    assertThat(service.last().headers("Authorization"))
        .containsExactly(login("j\u00f6rg", "p\u00e4ss:w\u00f6rd"));
  }

  @Test
  void bearerSendsItsToken() {
    secrets.put("BEARER", "abc.def-1");
    call(with("{\"type\":\"bearer\",\"token\":\"{{secrets.BEARER}}\"}"), "{}");
    assertThat(service.last().headers("Authorization")).containsExactly("Bearer abc.def-1");
  }

  @Test
  void noneSendsNothing() {
    call(with("{\"type\":\"none\"}"), "{}");
    assertThat(service.last().header("Authorization")).isNull();
    assertThat(service.last().target()).isEqualTo("/x?a=1");
  }

  @Test
  void anApiKeyStandsInAHeaderTheQueryOrACookie() {
    secrets.put("KEY", "k/e y&1");
    secrets.put("PLAIN", "plain-key");
    call(with(apiKey("header", "X-Api-Key", "KEY")), "{}");
    assertThat(service.last().headers("X-Api-Key")).containsExactly("k/e y&1");
    call(with(apiKey("query", "api key", "KEY")), "{}");
    assertThat(service.last().queryValues("api key")).containsExactly("k/e y&1");
    assertThat(service.last().queryValues("a")).containsExactly("1");
    call(with(apiKey("cookie", "sid", "PLAIN")), "{}");
    assertThat(service.last().headers("Cookie")).containsExactly("sid=plain-key");
    Tool both =
        tool(
            NONE,
            block("/x", "\"headers\": {\"Cookie\": \"lang=en\"}"),
            "\"auth\": " + apiKey("cookie", "sid", "PLAIN"));
    call(both, "{}");
    assertThat(service.last().headers("Cookie")).containsExactly("lang=en; sid=plain-key");
  }

  private static String apiKey(String in, String name, String key) {
    return "{\"type\":\"apiKey\",\"in\":\"%s\",\"name\":\"%s\",\"value\":\"{{secrets.%s}}\"}"
        .formatted(in, name, key);
  }

  @Test
  void credentialsAreTakenOutOfAnswersAndErrors() {
    service.answer(Answer.echo(200));
    String auth = "{\"type\":\"basic\",\"username\":\"u\",\"password\":\"{{secrets.TOKEN}}\"}";
    CallToolResult ok = call(with(auth), "{}");
    assertThat(ok.isError()).isFalse();
    assertThat(ok.json().toString())
        .contains("[secret]")
        .doesNotContain(SECRET, login("u", SECRET).substring(6));
    service.answer(Answer.echo(500));
    JsonNode failed = failure(call(with(apiKey("query", "k", "TOKEN")), "{}"));
    assertThat(failed.toString()).contains("[secret]").doesNotContain("s3cr3t");
  }

  @Test
  void aChangedSecretIsUsedAtOnceAndBothAreTakenOut() {
    secrets.put("ROTATING", "first-value");
    Tool tool = with("{\"type\":\"bearer\",\"token\":\"{{secrets.ROTATING}}\"}");
    call(tool, "{}");
    secrets.put("ROTATING", "second-value");
    service.answer(Answer.json("{\"said\":\"first-value second-value\"}"));
    assertThat(text(call(tool, "{}"))).isEqualTo("{\"said\":\"[secret] [secret]\"}");
    assertThat(service.last().header("Authorization")).isEqualTo("Bearer second-value");
  }

  @Test
  void aSecretThatIsGoneKeepsTheRequestFromBeingSent() {
    secrets.put("GONE", "some-value");
    Tool tool = with("{\"type\":\"bearer\",\"token\":\"{{secrets.GONE}}\"}");
    for (String unusable : new String[] {null, "abc", "two\r\nX-Evil: lines"}) {
      if (unusable == null) {
        secrets.remove("GONE");
      } else {
        secrets.put("GONE", unusable);
      }
      JsonNode failed = failure(call(tool, "{}"));
      assertThat(failed.path("error").asText()).isEqualTo("upstream_secret_missing");
      assertThat(failed.path("retryable").asBoolean()).isFalse();
    }
    assertThat(service.requests()).isEmpty();
  }

  @Test
  void aMissingSecretMakesTheToolBrokenAndSaysWhereToDefineIt() {
    assertThat(wrong("{\"type\":\"bearer\",\"token\":\"{{secrets.ABSENT}}\"}"))
        .singleElement()
        .asString()
        .startsWith("/auth/token: the placeholder secrets.ABSENT is not defined")
        .contains("POSTERN_SECRET_ABSENT", "postern.secrets.directory", "postern.secret.ABSENT");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'type':'bearer','token':'literal'} | /auth/token: must be a reference",
        "{'type':'bearer','token':'{{args.x}}'} | /auth/token: the placeholder args.x has no meaning",
        "{'type':'bearer','token':'{{secrets.SHORT}}'} | is shorter than 4 characters",
        "{'type':'bearer'} | /auth/token: is missing",
        "{'type':'bearer','token':'{{secrets.TOKEN}}','user':'x'} | /auth/user: is not a known key",
        "{'type':'basic','username':'a:b','password':'{{secrets.TOKEN}}'} | /auth/username: must not",
        "{'type':'digest'} | /auth/type: must be one of [none, basic, bearer, apiKey, oauth2]",
        "{} | /auth/type: must be one of",
        "['bearer'] | /auth: must be an object",
        "{'type':'apiKey','in':'body','name':'k','value':'{{secrets.TOKEN}}'} | /auth/in: must be",
        "{'type':'apiKey','in':'header','name':'Host','value':'{{secrets.TOKEN}}'} | /auth/name: belongs",
        "{'type':'apiKey','in':'header','name':'a b','value':'{{secrets.TOKEN}}'} | /auth/name: is not",
        "{'type':'apiKey','in':'query','name':'','value':'{{secrets.TOKEN}}'} | /auth/name: must be"
      })
  void mistakesAreFoundWhenTheToolIsLoaded(String auth, String problem) {
    assertThat(wrong(auth.replace('\'', '"'))).singleElement().asString().contains(problem.strip());
  }

  @Test
  void aHeaderIsNotSetTwice() {
    assertThat(
            problems(
                NONE,
                block("/x", "\"headers\": {\"authorization\": \"x\"}"),
                "\"auth\": {\"type\":\"bearer\",\"token\":\"{{secrets.TOKEN}}\"}"))
        .singleElement()
        .asString()
        .contains("sets the header Authorization, which the request sets or passes on already");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "query | 'query': {'k y': '{{args.a}}'}",
        "query | 'path': '/x?k%20y={a}'",
        "cookie | 'cookies': {'sid': '{{args.a}}'}",
        "cookie | 'headers': {'X-A': '1'}, 'cookies': {'sid': '1'}"
      })
  void noArgumentStandsBesideAKey(String in, String request) {
    String name = in.equals("query") ? "k y" : "sid";
    String block = "{\"baseUrl\": \"http://h.example\", %s}".formatted(request.replace('\'', '"'));
    assertThat(problems(schema("[\"a\"]", "a"), block, "\"auth\": " + apiKey(in, name, "TOKEN")))
        .containsExactly("/auth/name: is sent in the same place by the request already");
  }

  @Test
  void mistakesOfTheRequestAndOfItsCredentialsAreToldTogether() {
    assertThat(problems(NONE, block("/x/{y}", ""), "\"auth\": {\"type\":\"x\"}")).hasSize(2);
  }

  @Test
  void theServicesRefusalIsNoLoginOfTheClient() {
    service.answer(Answer.empty(401, "WWW-Authenticate: Bearer realm=x"));
    JsonNode failed = failure(call(with(apiKey("header", "X-Key", "TOKEN")), "{}"));
    assertThat(failed.path("error").asText()).isEqualTo("upstream_status");
    assertThat(failed.path("message").asText()).contains("credentials of this gateway");
    assertThat(service.requests()).hasSize(1);
  }

  @Test
  void headersOfTheClientGoOnWhereTheToolSaysSo() throws Exception {
    ObjectNode sent =
        Json.object()
            .put("x-tenant", "bl\u00fc")
            .put("authorization", "Bearer of-client")
            .put("x-other", "no");
    Call call = new Call(Json.object(), Principal.ANONYMOUS, new Said(sent));
    String more = "\"passHeaders\": [\"X-Tenant\", \"X-Absent\"]";
    tool(NONE, block("/x", ""), more).binding().call(call);
    assertThat(service.last().headerInUtf8("X-Tenant")).isEqualTo("bl\u00fc");
    assertThat(service.last().head())
        .doesNotContainIgnoringCase("x-other", "x-absent", "authorization");
    more += ", \"passCredentials\": [\"Authorization\"]";
    tool(NONE, block("/x", ""), more).binding().call(call);
    assertThat(service.last().headers("Authorization")).containsExactly("Bearer of-client");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Authorization",
        "Cookie",
        "X-Api-Key",
        "DPoP",
        "X-Amzn-Oidc-Data",
        "X-Ms-Client-Principal",
        "Cf-Access-Jwt-Assertion",
        "X-Passcode",
        "X-Pwd",
        "X-SSO",
        "X-Session-Id",
        "Ocp-Apim-Subscription-Key"
      })
  void whatMayBeACredentialNeedsItsOwnKey(String name) {
    assertThat(problems(NONE, block("/x", ""), "\"passHeaders\": [\"" + name + "\"]"))
        .singleElement()
        .asString()
        .startsWith("/passHeaders/0: may carry the client's own credentials");
    assertThat(problems(NONE, block("/x", ""), "\"passCredentials\": [\"" + name + "\"]"))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"X-Request-Id", "traceparent", "X-Tenant", "X-Shopping-List", "X-Processor"})
  void otherHeadersNeedNone(String name) {
    assertThat(problems(NONE, block("/x", ""), "\"passHeaders\": [\"" + name + "\"]")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Accept", "Host", "Mcp-Session-Id", "Content-Type", "X-Forwarded-For"})
  void headersOfTheConversationAreNeverPassedOn(String name) {
    for (String key : List.of("passHeaders", "passCredentials")) {
      assertThat(problems(NONE, block("/x", ""), "\"" + key + "\": [\"" + name + "\"]"))
          .singleElement()
          .asString()
          .startsWith("/" + key + "/0: belongs to");
    }
  }
}
