package dev.postern.admin.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.admin.rest.AdminApi.Answer;
import dev.postern.testing.service.Loopback;
import dev.postern.testing.service.RecordingService;
import dev.postern.upstream.Upstream;
import dev.postern.upstream.UpstreamSettings;
import dev.postern.wiring.Parsers;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Trials step by step, dry runs and tests, for a tool that asks a real service. */
class ToolStepsTest {
  private static final String TOOL =
      """
      {"name": "user.get", "type": "http",
       "inputSchema": {"type": "object", "required": ["id"],
                       "properties": {"id": {"type": "string"}}},
       "http": {"url": "%s/users/{id}", "headers": {"X-Key": "{{secrets.KEY}}"}}%s}""";

  private static final String TESTS =
      """
      ,
       "testsMustPass": true,
       "tests": [{"name": "one user", "arguments": {"id": "1"},
         "answer": {"body": {"name": "Ada"}},
         "expect": {"result": {"structuredContent": {"name": "%s"}}}}]""";

  private final RecordingService service = RecordingService.start();
  private final Upstream upstream =
      new Upstream(Loopback.open(UpstreamSettings.defaults("Postern/test")));
  private final AdminApi api = api(false);

  @AfterEach
  void stop() {
    service.close();
    upstream.close();
  }

  @Test
  void aTrialShowsTheWholeWay() throws Exception {
    service.answer(
        dev.postern.testing.service.Answer.json("{\"name\": \"Ada\", \"key\": \"very-secret\"}"));
    api.post("/admin/tools", tool(""));

    Answer answer = api.post("/admin/tools/user.get/try", "{\"arguments\": {\"id\": \"1\"}}");

    JsonNode steps = answer.json().get("steps");
    assertThat(steps.findValuesAsText("step"))
        .containsExactly("arguments", "validation", "request", "response", "mapping", "result");
    assertThat(steps).allMatch(step -> step.get("ok").booleanValue());
    assertThat(steps.at("/0/arguments/id").textValue()).isEqualTo("1");
    assertThat(steps.at("/2/url").textValue()).isEqualTo(service.url("/users/1"));
    assertThat(steps.at("/3/headers").toString()).contains("application/json");
    assertThat(steps.at("/3/millis").isIntegralNumber()).isTrue();
    assertThat(steps.at("/5/result")).isEqualTo(answer.json().get("result"));
    assertThat(steps.at("/5/result/structuredContent/name").textValue()).isEqualTo("Ada");
    assertThat(answer.text()).contains("[secret]").doesNotContain("very-secret");
    assertThat(service.requests()).hasSize(1);
  }

  @Test
  void argumentsThatDoNotFitEndTheWay() throws Exception {
    api.post("/admin/tools", tool(""));

    Answer answer = api.post("/admin/tools/user.get/try", "{\"arguments\": {\"id\": 1}}");

    assertThat(answer.status()).isEqualTo(422);
    JsonNode steps = answer.json().get("steps");
    assertThat(steps.findValuesAsText("step")).containsExactly("arguments", "validation");
    assertThat(steps.at("/1/ok").booleanValue()).isFalse();
    assertThat(steps.at("/1/problems/0/pointer").textValue()).isEqualTo("/id");
    assertThat(service.requests()).isEmpty();
  }

  @Test
  void aStoredToolIsTriedWithTheStateThatClientsMeet() throws Exception {
    api.post("/admin/tools", tool(", \"policy\": {\"cache\": {\"ttlMs\": 60000}}"));
    api.post("/admin/tools/user.get/try", "{\"arguments\": {\"id\": \"1\"}}");

    Answer again = api.post("/admin/tools/user.get/try", "{\"arguments\": {\"id\": \"1\"}}");

    assertThat(again.json().at("/steps/3/by").textValue()).isEqualTo("cache");
    assertThat(service.requests()).hasSize(1);
  }

  @Test
  void aDryRunStoresAndSendsNothing() throws Exception {
    Answer plain = api.post("/admin/tools?dryRun=true", tool(""));
    Answer rendered =
        api.post(
            "/admin/tools?dryRun=true",
            "{\"configJson\": " + tool("") + ", \"arguments\": {\"id\": \"a b\"}}");

    assertThat(plain.status()).isEqualTo(200);
    assertThat(plain.json().get("dryRun").booleanValue()).isTrue();
    assertThat(plain.json().get("name").textValue()).isEqualTo("user.get");
    assertThat(plain.json().has("steps")).isFalse();
    JsonNode steps = rendered.json().get("steps");
    assertThat(steps.findValuesAsText("step"))
        .containsExactly("arguments", "validation", "request");
    assertThat(steps.at("/2/url").textValue()).isEqualTo(service.url("/users/a%20b"));
    assertThat(steps.at("/2/sent").booleanValue()).isFalse();
    assertThat(api.store.find("user.get")).isEmpty();
    assertThat(service.requests()).isEmpty();
  }

  @Test
  void aDryRunIsRefusedAsSavingWouldBe() throws Exception {
    api.post("/admin/tools", tool(""));

    assertThat(api.post("/admin/tools?dryRun=true", "{\"name\": \"x\"}").status()).isEqualTo(422);
    assertThat(api.post("/admin/tools?dryRun=true", tool(""), "If-None-Match", "*").status())
        .isEqualTo(412);
    assertThat(api.post("/admin/tools?dryRun=true", tool(""), "If-Match", "\"older\"").status())
        .isEqualTo(412);
    assertThat(api.post("/admin/tools?dryRun=true", tool(TESTS.formatted("Bob"))).status())
        .isEqualTo(422);
    assertThat(
            api.post(
                    "/admin/tools?dryRun=true",
                    "{\"configJson\": " + tool("") + ", \"arguments\": {}}")
                .json()
                .at("/error/code")
                .textValue())
        .isEqualTo("invalid_arguments");
  }

  @Test
  void aWordThatIsNoYesDoesNotBecomeASave() throws Exception {
    assertThat(api.post("/admin/tools?dryRun=yes", tool("")).status()).isEqualTo(400);
    assertThat(
            api.post("/admin/tools", "{\"configJson\": " + tool("") + ", \"arguments\": {}}")
                .status())
        .isEqualTo(422);
    assertThat(api.store.find("user.get")).isEmpty();
  }

  @Test
  void theTestsOfAToolRunByItsNameAndForAVersionThatIsNotSaved() throws Exception {
    api.post("/admin/tools", tool(TESTS.formatted("Ada")));

    JsonNode stored = api.post("/admin/tools/user.get/tests", "{}").json();
    JsonNode one =
        api.post("/admin/tests", "{\"name\": \"user.get\", \"test\": \"one user\"}").json();
    JsonNode unsaved =
        api.post("/admin/tests", "{\"configJson\": " + tool(TESTS.formatted("Bob")) + "}").json();

    assertThat(stored.get("ok").booleanValue()).isTrue();
    assertThat(stored.get("passed").intValue()).isEqualTo(1);
    assertThat(stored.at("/tests/0/steps").findValuesAsText("step"))
        .containsExactly("arguments", "validation", "request", "response", "mapping", "result");
    assertThat(stored.at("/tests/0/steps/3/by").textValue()).isEqualTo("recording");
    assertThat(one.at("/tests/0/ok").booleanValue()).isTrue();
    assertThat(unsaved.get("ok").booleanValue()).isFalse();
    JsonNode failure = unsaved.at("/tests/0/failures/0");
    assertThat(failure.get("pointer").textValue())
        .isEqualTo("/tests/0/expect/result/structuredContent/name");
    assertThat(failure.get("expected").textValue()).isEqualTo("Bob");
    assertThat(failure.get("actual").textValue()).isEqualTo("Ada");
    assertThat(api.post("/admin/tools/user.get/tests", "{\"test\": \"none\"}").status())
        .isEqualTo(404);
    assertThat(service.requests()).isEmpty();
  }

  @Test
  void aToolWhoseTestsMustPassAndDoNotIsNotSaved() throws Exception {
    Answer refused = api.post("/admin/tools", tool(TESTS.formatted("Bob")));

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.json().at("/error/code").textValue()).isEqualTo("tests_failed");
    assertThat(refused.places())
        .containsExactly("/tests/0/expect/result/structuredContent/name 8:48");
    assertThat(refused.json().at("/problems/0/message").textValue()).contains("one user");
    assertThat(refused.json().at("/tests/0/failures")).hasSize(1);
    assertThat(api.store.find("user.get")).isEmpty();
    JsonNode check = api.post("/admin/check", tool(TESTS.formatted("Bob"))).json();
    assertThat(check.at("/error/code").textValue()).isEqualTo("tests_failed");
    assertThat(api.post("/admin/tools", tool(TESTS.formatted("Ada"))).status()).isEqualTo(200);
  }

  @Test
  void theSettingDemandsItOfEveryTool() throws Exception {
    String failing = tool(TESTS.formatted("Bob").replace("\"testsMustPass\": true,", ""));

    assertThat(api.post("/admin/tools", failing).status()).isEqualTo(200);
    assertThat(api(true).post("/admin/tools", failing).status()).isEqualTo(422);
    assertThat(api(true).post("/admin/tools", tool("")).status()).isEqualTo(200);
  }

  private AdminApi api(boolean testsMustPass) {
    return new AdminApi(
        Parsers.of(upstream, key -> Optional.of("very-secret")).tools(), testsMustPass);
  }

  private String tool(String more) {
    return TOOL.formatted(service.url(), more);
  }
}
