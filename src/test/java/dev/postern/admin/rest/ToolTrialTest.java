package dev.postern.admin.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.admin.rest.AdminApi.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ToolTrialTest {
  private static final String TOOL =
      """
      {"name": "t", "type": "static",
       "inputSchema": {"type": "object", "required": ["who"],
                       "properties": {"who": {"type": "string"}, "n": {"type": "integer"}}},
       "static": {"text": "Hello {{args.who}}"}}""";

  private final AdminApi api = new AdminApi();

  @BeforeEach
  void store() throws Exception {
    api.post("/admin/tools", TOOL);
  }

  @Test
  void aStoredToolIsCalledByPathOrByName() throws Exception {
    Answer byPath = api.post("/admin/tools/t/try", "{\"arguments\":{\"who\":\"Ada\"}}");
    Answer byName = api.post("/admin/try", "{\"name\":\"t\",\"arguments\":{\"who\":\"Ada\"}}");

    assertThat(byPath.json().at("/result/content/0/text").textValue()).isEqualTo("Hello Ada");
    assertThat(byPath.json().get("tookMs").isIntegralNumber()).isTrue();
    assertThat(byName.json().get("result")).isEqualTo(byPath.json().get("result"));
  }

  @Test
  void anUnsavedVersionIsCalledWithoutBeingStored() throws Exception {
    Answer answer =
        api.post(
            "/admin/try",
            "{\"arguments\":{\"who\":\"Ada\"},\"configJson\":"
                + TOOL.replace("Hello", "Bye")
                + "}");

    assertThat(answer.json().at("/result/content/0/text").textValue()).isEqualTo("Bye Ada");
    assertThat(api.store.find("t").orElseThrow().configJson()).isEqualTo(TOOL);
  }

  @Test
  void anOfflineToolCanBeTriedBeforeItIsBroughtBack() throws Exception {
    api.delete("/admin/tools/t");

    assertThat(api.post("/admin/tools/t/try", "{\"arguments\":{\"who\":\"Ada\"}}").status())
        .isEqualTo(200);
  }

  @Test
  void argumentsThatDoNotFitAreRefusedWithTheirPointers() throws Exception {
    Answer answer =
        api.post("/admin/tools/t/try", "{\"arguments\":\n{\"who\":5,\n\"n\":\"many\"}}");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.json().at("/error/code").textValue()).isEqualTo("invalid_arguments");
    assertThat(answer.places()).containsExactlyInAnyOrder("/who 2:2", "/n 3:1");
  }

  @Test
  void argumentsMustBeAnObject() throws Exception {
    assertThat(api.post("/admin/tools/t/try", "{\"arguments\":[]}").status()).isEqualTo(400);
  }

  @Test
  void aFaultyUnsavedVersionIsRefusedWithItsProblems() throws Exception {
    Answer answer =
        api.post(
            "/admin/try",
            "{\"configJson\":{\"name\":\"t\",\"type\":\"static\",\"static\":{\"txt\":\"\"}}}");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.places()).isNotEmpty();
  }

  @Test
  void anUnknownKeyIsAMistake() throws Exception {
    Answer answer = api.post("/admin/try", "{\"name\":\"t\",\"argument\":{}}");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.text()).contains("did you mean \\\"arguments\\\"?");
  }
}
