package dev.postern.admin.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.admin.rest.AdminApi.Answer;
import dev.postern.message.Json;
import org.junit.jupiter.api.Test;

/** What the console's REST interface does with good and bad tools. */
class AdminRowsTest {
  static final String HELLO =
      """
      {
        "name": "hello",
        "description": "Says hello",
        "type": "static",
        "inputSchema": {
          "type": "object",
          "required": ["who"],
          "properties": {"who": {"type": "string"}, "n": {"type": "integer"}}
        },
        "static": {"text": "Hello {{args.who}}"}
      }""";

  private final AdminApi api = new AdminApi();

  @Test
  void aToolsOwnJsonIsStoredAsWritten() throws Exception {
    Answer saved = api.post("/admin/tools", HELLO);

    assertThat(saved.status()).isEqualTo(200);
    assertThat(saved.json().get("ok").booleanValue()).isTrue();
    Answer read = api.get("/admin/tools/hello");
    assertThat(read.json().get("configJson").textValue()).isEqualTo(HELLO);
    assertThat(read.json().get("state").textValue()).isEqualTo("live");
    assertThat(read.json().get("problems")).isEmpty();
    assertThat(read.tag()).isEqualTo(saved.tag()).startsWith("\"");
    assertThat(read.header("Cache-Control")).isEqualTo("no-store");
    assertThat(read.header("Content-Type")).isEqualTo("application/json");
  }

  @Test
  void aWrappedToolMayBeAnObjectAndKeepsItsText() throws Exception {
    api.post(
        "/admin/tools",
        "{\"name\": \"hello\", \"configJson\":\n " + HELLO + ", \"enabled\": true}");

    assertThat(api.store.find("hello").orElseThrow().configJson()).isEqualTo(HELLO);
  }

  @Test
  void aWrappedToolMayBeAString() throws Exception {
    Answer saved = api.post("/admin/tools", wrap("hello", false, HELLO));

    assertThat(saved.json().get("enabled").booleanValue()).isFalse();
    assertThat(api.store.find("hello").orElseThrow().configJson()).isEqualTo(HELLO);
    assertThat(api.get("/admin/tools/hello").json().get("state").textValue()).isEqualTo("offline");
  }

  @Test
  void aWrapperNamesAToolWhoseJsonDoesNot() throws Exception {
    Answer saved =
        api.post(
            "/admin/tools",
            "{\"name\":\"n\",\"configJson\":{\"type\":\"static\",\"static\":{\"text\":\"x\"}}}");

    assertThat(saved.json().get("name").textValue()).isEqualTo("n");
  }

  @Test
  void allProblemsComeAtOnceEachWithItsPlace() throws Exception {
    Answer answer =
        api.post(
            "/admin/tools",
            """
            {
              "name": "bad",
              "descripton": "a typing mistake",
              "type": "static",
              "title": 5,
              "static": {
                "txt": "x"
              }
            }""");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.json().at("/error/code").textValue()).isEqualTo("invalid_tool");
    assertThat(answer.places()).contains("/descripton 3:3", "/title 5:3", "/static/txt 7:5");
    assertThat(answer.text()).contains("did you mean \\\"description\\\"?");
    assertThat(api.store.list()).isEmpty();
  }

  @Test
  void placesInAStringAreCountedInTheString() throws Exception {
    String tool = HELLO.replace("\"text\"", "\"tekst\"");

    Answer answer = api.post("/admin/tools", wrap("hello", true, tool));

    assertThat(answer.places()).contains("/static/tekst 10:14");
  }

  @Test
  void placesInAWrappedObjectAreCountedInTheBody() throws Exception {
    String tool = HELLO.replace("\"text\"", "\"tekst\"");

    Answer answer = api.post("/admin/tools", "{\n\"configJson\":\n" + tool + "}");

    assertThat(answer.places()).contains("/static/tekst 12:14");
  }

  @Test
  void whatIsMissingStandsAtTheNearestThingAroundIt() throws Exception {
    Answer answer = api.post("/admin/tools", "\n{\"name\":\"x\"}");

    assertThat(answer.places()).containsExactly("/type 2:1");
  }

  @Test
  void aToolWithoutANameIsToldSoOnce() throws Exception {
    Answer answer =
        api.post("/admin/tools", "{\"name\": 7, \"type\":\"static\",\"static\":{\"text\":\"x\"}}");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.places()).containsExactly("/name 1:2");
  }

  @Test
  void theNameInTheJsonMustBeTheRowsName() throws Exception {
    Answer answer = api.post("/admin/tools", wrap("other", true, HELLO));

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.places()).containsExactly("/name 2:3");
  }

  @Test
  void takingOfflineIsAtOnceAndPostingAgainBringsBack() throws Exception {
    api.post("/admin/tools", HELLO);

    Answer offline = api.delete("/admin/tools/hello");

    assertThat(offline.json().get("enabled").booleanValue()).isFalse();
    assertThat(api.catalogue.current().tools().get("hello")).isNull();
    assertThat(api.get("/admin/tools/hello").json().get("state").textValue()).isEqualTo("offline");
    api.post("/admin/tools", HELLO);
    assertThat(api.catalogue.current().tools().get("hello")).isNotNull();
  }

  @Test
  void checkSaysWhatSaveWouldSayAndWritesNothing() throws Exception {
    Answer good = api.post("/admin/check", wrap("hello", true, HELLO));
    Answer bad = api.post("/admin/check", wrap("hello", true, HELLO.replace("text", "txt")));
    Answer broken = api.post("/admin/check", wrap("hello", true, "{"));

    assertThat(good.json().get("ok").booleanValue()).isTrue();
    assertThat(bad.status()).isEqualTo(200);
    assertThat(bad.places()).isNotEmpty();
    assertThat(broken.places()).hasSize(1);
    assertThat(api.store.list()).isEmpty();
  }

  static String wrap(String name, boolean enabled, String configJson) {
    return Json.text(
        Json.object().put("name", name).put("enabled", enabled).put("configJson", configJson));
  }
}
