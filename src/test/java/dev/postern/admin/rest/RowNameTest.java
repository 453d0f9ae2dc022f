package dev.postern.admin.rest;

import static dev.postern.admin.rest.AdminRowsTest.HELLO;
import static dev.postern.admin.rest.AdminRowsTest.wrap;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.admin.rest.AdminApi.Answer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tools found by their names, and by what is written about them. */
class RowNameTest {
  private final AdminApi api = new AdminApi();

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
}
