package dev.postern.admin.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.admin.rest.AdminApi.Answer;
import org.junit.jupiter.api.Test;

class EditConflictTest {
  private final AdminApi api = new AdminApi();

  @Test
  void aWriterWhoReadTheToolBeforeSomebodyElseWroteIsRefused() throws Exception {
    String read = save("one").tag();
    save("two");

    Answer late = save("three", "If-Match", read);

    assertThat(late.status()).isEqualTo(412);
    assertThat(late.json().at("/error/code").textValue()).isEqualTo("edit_conflict");
    assertThat(late.json().at("/present/configJson").textValue()).isEqualTo(tool("two"));
    assertThat(api.store.find("t").orElseThrow().configJson()).isEqualTo(tool("two"));
    String now = '"' + late.json().at("/present/tag").textValue() + '"';
    assertThat(save("three", "If-Match", now).status()).isEqualTo(200);
  }

  @Test
  void aTagMayBeWeakOrOneOfSeveral() throws Exception {
    String read = save("one").tag();

    assertThat(save("two", "If-Match", "\"other\", W/" + read).status()).isEqualTo(200);
  }

  @Test
  void onlyOneOfTwoCreatorsWins() throws Exception {
    assertThat(save("one", "If-None-Match", "*").status()).isEqualTo(200);
    Answer second = save("two", "If-None-Match", "*");

    assertThat(second.status()).isEqualTo(412);
    assertThat(second.json().at("/present/configJson").textValue()).isEqualTo(tool("one"));
  }

  @Test
  void aToolThatIsGoneIsNotBroughtBackByAnOldEditor() throws Exception {
    Answer late = save("one", "If-Match", "\"what-it-was\"");

    assertThat(late.status()).isEqualTo(412);
    assertThat(late.json().get("present").isNull()).isTrue();
    assertThat(api.store.list()).isEmpty();
    assertThat(save("one", "If-Match", "*").status()).isEqualTo(412);
  }

  @Test
  void takingOfflineCanBeConditionalToo() throws Exception {
    String read = save("one").tag();
    String now = save("two").tag();

    assertThat(api.delete("/admin/tools/t", "If-Match", read).status()).isEqualTo(412);
    assertThat(api.store.find("t").orElseThrow().enabled()).isTrue();
    assertThat(api.delete("/admin/tools/t", "If-Match", now).status()).isEqualTo(200);
  }

  @Test
  void withoutConditionsTheLastWriterWins() throws Exception {
    save("one");

    assertThat(save("two").status()).isEqualTo(200);
  }

  private Answer save(String text, String... headers) throws Exception {
    return api.post("/admin/tools", tool(text), headers);
  }

  private static String tool(String text) {
    return "{\"name\":\"t\",\"type\":\"static\",\"static\":{\"text\":\"" + text + "\"}}";
  }
}
