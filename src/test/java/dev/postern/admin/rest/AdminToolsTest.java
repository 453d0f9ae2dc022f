package dev.postern.admin.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.admin.rest.AdminApi.Answer;
import dev.postern.message.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdminToolsTest {
  private static final String HELLO =
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\n  \"name\": \"x\",\n  oops\n}",
        "{\n  \"name\": \"x\",\n  \"name\": \"y\"\n}",
        "{\"a\":1}\n\n  {}"
      })
  void malformedJsonIsRefusedWithLineAndColumn(String body) throws Exception {
    Answer answer = api.post("/admin/tools", body);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().at("/error/code").textValue()).isEqualTo("malformed_json");
    assertThat(answer.json().at("/problems/0/line").intValue()).isEqualTo(3);
    assertThat(answer.json().at("/problems/0/column").intValue()).isPositive();
  }

  @Test
  void malformedJsonInAStringIsRefusedWithItsPlaceInTheString() throws Exception {
    Answer answer = api.post("/admin/tools", wrap("hello", true, "{\n \"name\": }"));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.places()).containsExactly(" 2:10");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "5", "\"x\"", "null"})
  void aBodyThatIsNoObjectIsRefused(String body) throws Exception {
    assertThat(api.post("/admin/tools", body).status()).isEqualTo(400);
  }

  @Test
  void deepNestingIsRefused() throws Exception {
    String deep = "{\"name\":\"x\",\"_meta\":" + "[".repeat(250) + "]".repeat(250) + "}";

    assertThat(api.post("/admin/tools", deep).status()).isEqualTo(400);
  }

  @Test
  void bytesThatAreNotUtf8AreRefused() throws Exception {
    byte[] latin1 = "{\"name\":\"é\"}".getBytes(StandardCharsets.ISO_8859_1);

    Answer answer = api.send("POST", "/admin/tools", latin1);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.text()).contains("not valid UTF-8");
  }

  @Test
  void wrongTypesAndUnknownKeysOfAWrapperAreNamedTogether() throws Exception {
    Answer answer =
        api.post("/admin/tools", "{\"name\":5,\n\"enabled\":\"yes\",\n\"configJson\":7,\n\"x\":1}");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.places())
        .containsExactlyInAnyOrder("/name 1:2", "/enabled 2:1", "/configJson 3:1", "/x 4:1");
  }

  @Test
  void aBodyBeyondTheLimitIsRefusedAndOneAtTheLimitIsNot() throws Exception {
    String atLimit = HELLO + " ".repeat(AdminApi.MAX_BODY - HELLO.length());

    assertThat(api.post("/admin/tools", atLimit).status()).isEqualTo(200);
    assertThat(api.post("/admin/tools", atLimit + " ").status()).isEqualTo(413);
  }

  @Test
  void anotherContentTypeIsRefused() throws Exception {
    Answer answer = api.post("/admin/tools", HELLO, "Content-Type", "text/plain");

    assertThat(answer.status()).isEqualTo(415);
    assertThat(answer.json().at("/error/code").textValue()).isEqualTo("unsupported_media_type");
  }

  @Test
  void anUnknownPathAndAWrongMethodAreAnsweredInJson() throws Exception {
    assertThat(api.get("/admin/nowhere").json().at("/error/code").textValue())
        .isEqualTo("not_found");
    Answer put = api.send("PUT", "/admin/tools", "{}".getBytes(StandardCharsets.UTF_8));
    assertThat(put.status()).isEqualTo(405);
    assertThat(put.header("Allow")).contains("POST");
    assertThat(put.json().get("ok").booleanValue()).isFalse();
  }

  @Test
  void aFailureOfOurOwnGivesAReferenceAndNoTrace() throws Exception {
    AdminErrors errors = new AdminErrors();

    byte[] body =
        (byte[]) errors.toResponse(new IllegalStateException("password=hunter2")).getEntity();

    String text = new String(body, StandardCharsets.UTF_8);
    assertThat(text).contains("internal_error").containsPattern("reference [0-9a-f]{8}");
    assertThat(text).doesNotContain("hunter2").doesNotContain("IllegalState");
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
  void aToolThatDoesNotExistIs404ForEveryVerb() throws Exception {
    assertThat(api.get("/admin/tools/none").status()).isEqualTo(404);
    assertThat(api.delete("/admin/tools/none").status()).isEqualTo(404);
    assertThat(api.post("/admin/tools/none/try", "{}").status()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "weather.search",
        "服务器信息",
        "a/b",
        "100%",
        "a b",
        "..",
        "a;b",
        "a\\b",
        "x?y#z",
        "a+b",
        "x/try"
      })
  void anyNameCanBeReadAndTakenOffline(String name) throws Exception {
    api.post("/admin/tools", wrap(name, true, "{\"type\":\"static\",\"static\":{\"text\":\"x\"}}"));
    String query = "/admin/tool?name=" + java.net.URLEncoder.encode(name, StandardCharsets.UTF_8);

    assertThat(api.get(query).json().get("name").textValue()).isEqualTo(name);
    assertThat(api.delete(query).json().get("enabled").booleanValue()).isFalse();
  }

  @Test
  void slashesMayStandInThePathAsTheyAre() throws Exception {
    api.post(
        "/admin/tools", wrap("a/b", true, "{\"type\":\"static\",\"static\":{\"text\":\"x\"}}"));

    assertThat(api.get("/admin/tools/a/b").json().get("name").textValue()).isEqualTo("a/b");
  }

  @Test
  void aNameThatIsTooLongIsRefused() throws Exception {
    Answer answer =
        api.post(
            "/admin/tools",
            wrap("n".repeat(201), true, "{\"type\":\"static\",\"static\":{\"text\":\"x\"}}"));

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.text()).contains("at most 200 characters");
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

  @Test
  void theListIsSearchedInNamesAndDescriptionsAndPaged() throws Exception {
    for (int i = 0; i < 25; i++) {
      api.post("/admin/tools", HELLO.replace("\"hello\"", "\"Tool" + i + "\""));
    }
    api.post("/admin/tools", HELLO.replace("Says hello", "Grüßt SEHR freundlich"));

    assertThat(names(api.get("/admin/tools?q=sehr"))).containsExactly("hello");
    assertThat(names(api.get("/admin/tools?q=TOOL2")))
        .containsExactly("Tool2", "Tool20", "Tool21", "Tool22", "Tool23", "Tool24");
    Answer page = api.get("/admin/tools?q=tool&offset=10&limit=5");
    assertThat(names(page)).hasSize(5);
    assertThat(page.json().get("total").intValue()).isEqualTo(25);
    assertThat(names(api.get("/admin/tools"))).hasSize(26);
    assertThat(api.get("/admin/tools?limit=many").status()).isEqualTo(400);
    assertThat(api.get("/admin/tools?offset=-1").status()).isEqualTo(400);
  }

  private static List<String> names(Answer answer) throws Exception {
    List<String> names = new ArrayList<>();
    for (JsonNode tool : answer.json().get("tools")) {
      names.add(tool.get("name").textValue());
    }
    return names;
  }

  static String wrap(String name, boolean enabled, String configJson) {
    return Json.text(
        Json.object().put("name", name).put("enabled", enabled).put("configJson", configJson));
  }
}
