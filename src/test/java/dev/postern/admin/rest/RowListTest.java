package dev.postern.admin.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.admin.rest.AdminApi.Answer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RowListTest {
  private static final String GOOD = "{\"type\":\"static\",\"static\":{\"text\":\"x\"}}";

  private final AdminApi api = new AdminApi();

  @Test
  void everyStateIsShownWithItsReason() throws Exception {
    api.store.type("live", true, GOOD);
    api.store.type("offline", false, GOOD);
    api.store.type("fine", true, GOOD);
    api.store.publish();
    api.store.type("fine", true, "{\"type\":\"static\",\"description\":\"d\",\"static\":{}, oops");
    api.store.publish();
    api.store.type("unread", true, GOOD);

    JsonNode tools = api.get("/admin/tools").json().get("tools");

    assertThat(tools).hasSize(4);
    JsonNode broken = tools.get(0);
    assertThat(broken.get("state").textValue()).isEqualTo("broken");
    assertThat(broken.get("serving").booleanValue()).isTrue();
    assertThat(broken.get("problemCount").intValue()).isEqualTo(1);
    assertThat(broken.at("/problems/0").textValue()).contains("not JSON");
    assertThat(broken.get("description").textValue()).isEqualTo("d");
    assertThat(tools.get(1).get("state").textValue()).isEqualTo("live");
    assertThat(tools.get(2).get("state").textValue()).isEqualTo("offline");
    assertThat(tools.get(2).get("serving").booleanValue()).isFalse();
    assertThat(tools.get(3).get("state").textValue()).isEqualTo("loading");
  }

  @Test
  void aBrokenRowIsReadWithItsTextAndThePlaceOfTheMistake() throws Exception {
    api.store.type("t", true, "{\n  \"type\": \"static\",\n  \"static\": 5\n}");
    api.store.type("n", true, "{\n  \"type\": ,\n}");
    api.store.publish();

    assertThat(api.get("/admin/tools/t").places()).contains("/static 3:3");
    assertThat(api.get("/admin/tools/n").places()).containsExactly(" 2:11");
  }

  @Test
  void askingAgainCostsNoReadingAndNoBody() throws Exception {
    api.store.type("t", true, GOOD);
    api.store.publish();
    Answer first = api.get("/admin/tools");
    int reads = api.store.lists();

    Answer again = api.get("/admin/tools", "If-None-Match", first.tag());

    assertThat(again.status()).isEqualTo(304);
    assertThat(again.text()).isEmpty();
    assertThat(again.tag()).isEqualTo(first.tag());
    assertThat(api.store.lists()).isEqualTo(reads);
  }

  @Test
  void aChangeTypedIntoTheDatabaseShowsOnceItIsLoaded() throws Exception {
    api.store.type("t", true, GOOD);
    api.store.publish();
    Answer first = api.get("/admin/tools");
    api.store.type("t", false, GOOD);
    api.store.publish();

    Answer then = api.get("/admin/tools", "If-None-Match", first.tag());

    assertThat(then.status()).isEqualTo(200);
    assertThat(then.json().at("/tools/0/state").textValue()).isEqualTo("offline");
  }

  @Test
  void fiveThousandToolsAreListedQuickly() throws Exception {
    String padded = GOOD.replace("\"x\"", "\"" + "x".repeat(1500) + "\"");
    for (int i = 0; i < 5_000; i++) {
      api.store.type(
          "tool" + i,
          true,
          padded.replace(
              "{\"type\"", "{\"description\":\"Number " + i + " of many, with a text\",\"type\""));
    }
    api.store.publish();
    api.get("/admin/tools");

    long start = System.nanoTime();
    api.store.publish(); // a new catalogue, so that the list is made anew
    long published = System.nanoTime();
    Answer list = api.get("/admin/tools");
    long listed = System.nanoTime();
    Answer found = api.get("/admin/tools?q=number%204999");
    long searched = System.nanoTime();

    System.out.printf(
        "5,000 tools: published in %d ms, listed in %d ms (%d KB), searched in %d ms%n",
        ms(start, published),
        ms(published, listed),
        list.text().length() / 1024,
        ms(listed, searched));
    assertThat(list.json().get("total").intValue()).isEqualTo(5_000);
    assertThat(found.json().get("total").intValue()).isEqualTo(1);
    assertThat(Duration.ofNanos(listed - published)).isLessThan(Duration.ofSeconds(1));
    assertThat(Duration.ofNanos(searched - listed)).isLessThan(Duration.ofMillis(300));
  }

  private static long ms(long from, long to) {
    return Duration.ofNanos(to - from).toMillis();
  }
}
