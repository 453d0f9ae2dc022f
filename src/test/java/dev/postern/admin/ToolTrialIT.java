package dev.postern.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.Json;
import dev.postern.testing.server.RunningPostern;
import dev.postern.testing.service.RecordingService;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Trials, dry runs and tests in a real server, with its database. */
class ToolTrialIT {
  private static final RunningPostern POSTERN = RunningPostern.shared();
  private static final String TOOL =
      """
      {"name": "trial.it", "type": "http", "testsMustPass": true,
       "http": {"url": "%s/x"},
       "tests": [{"name": "all is well", "answer": {"body": {"ok": true}},
                  "expect": {"result": {"structuredContent": {"ok": %s}}}}]}""";

  @Test
  void aToolIsRehearsedThenSavedThenTriedAndTested() throws Exception {
    try (RecordingService service = RecordingService.start()) {
      String good = TOOL.formatted(service.url(), true);
      String bad = TOOL.formatted(service.url(), false);

      assertThat(post("/admin/tools?dryRun=true", good).statusCode()).isEqualTo(200);
      assertThat(POSTERN.admin("GET", "/admin/tools/trial.it", null).statusCode()).isEqualTo(404);
      assertThat(post("/admin/tools", bad).statusCode()).isEqualTo(422);
      assertThat(post("/admin/tests", "{\"configJson\": " + bad + "}").body())
          .contains("\"failed\":1");
      assertThat(service.requests()).isEmpty();

      assertThat(post("/admin/tools", good).statusCode()).isEqualTo(200);
      JsonNode tested = Json.parse(post("/admin/tools/trial.it/tests", "{}").body());
      assertThat(tested.get("ok").booleanValue()).isTrue();
      JsonNode tried = Json.parse(post("/admin/tools/trial.it/try", "{}").body());
      assertThat(tried.get("steps").findValuesAsText("step"))
          .containsExactly("arguments", "validation", "request", "response", "mapping", "result");
      assertThat(service.requests()).hasSize(1);
    }
  }

  @Test
  void theSettingKeepsAToolOutWhoseTestsDoNotPass() throws Exception {
    String failing =
        TOOL.formatted("http://127.0.0.1:9", false).replace("\"testsMustPass\": true,", "");
    try (RunningPostern strict = RunningPostern.start(Map.of("postern.tests.mustPass", "true"))) {
      HttpResponse<String> refused = strict.admin("POST", "/admin/tools", failing);

      assertThat(refused.statusCode()).isEqualTo(422);
      assertThat(Json.parse(refused.body()).at("/error/code").textValue())
          .isEqualTo("tests_failed");
      String passing = failing.replace("\"ok\": false", "\"ok\": true");
      assertThat(strict.admin("POST", "/admin/tools", passing).statusCode()).isEqualTo(200);
    }
  }

  private static HttpResponse<String> post(String path, String body) throws Exception {
    return POSTERN.admin("POST", path, body);
  }
}
