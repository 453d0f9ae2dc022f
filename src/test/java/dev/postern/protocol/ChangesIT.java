package dev.postern.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.Json;
import dev.postern.testing.mcp.EventStream;
import dev.postern.testing.mcp.ServerSentEvent;
import dev.postern.testing.server.RunningPostern;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.RecordingService;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who hears what when a row changes, and how rows are changed. */
class ChangesIT {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final String UPDATED = "notifications/resources/updated";

  private static RunningPostern postern;

  @BeforeAll
  static void start() {
    postern = RunningPostern.start(Map.of());
  }

  @AfterAll
  static void stop() {
    postern.close();
  }

  @ParameterizedTest
  @EnumSource(Era.class)
  void eachKindHasItsOwnListChanged(Era era) throws Exception {
    postern.register("resources", resource(era, "first"));
    try (EventStream stream = era.connect(postern).listen("test://" + era)) {
      String prompt = "{\"name\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}";
      postern.register("prompts", prompt.formatted("prompt-" + era));
      stream.await(0, "notifications/prompts/list_changed", LIMIT);
      postern.register(
          "{\"name\":\"tool-%s\",\"type\":\"static\",\"static\":{\"text\":\"x\"}}".formatted(era));
      stream.await(0, "notifications/tools/list_changed", LIMIT);
      postern.register("resources", resource(era, "second")); // reads alike in the list
      stream.await(0, UPDATED, LIMIT);
      int before = stream.events().size();
      postern.register(
          "resources", resource(era, "third").replace("\"text\"", "\"title\":\"T\",\"text\""));
      stream.await(0, "notifications/resources/list_changed", LIMIT);
      stream.await(before, UPDATED, LIMIT);

      List<String> heard =
          stream.events().stream()
              .map(ServerSentEvent::method)
              .filter(method -> method.contains("/list_changed") || method.equals(UPDATED))
              .toList();
      assertThat(heard)
          .containsExactlyInAnyOrder(
              "notifications/prompts/list_changed",
              "notifications/tools/list_changed",
              UPDATED,
              "notifications/resources/list_changed",
              UPDATED);
    }
  }

  @ParameterizedTest
  @EnumSource(Era.class)
  void whoSubscribedToAUriHearsOfTheTemplateThatItFits(Era era) throws Exception {
    String row = "{\"name\":\"many-%s\",\"uriTemplate\":\"many://%<s/{id}\",\"text\":\"%s\"}";
    postern.register("resources", row.formatted(era, "first"));
    try (EventStream stream = era.connect(postern).listen("many://" + era + "/7");
        EventStream other = era.connect(postern).listen("many://" + era + "/7/8")) {
      postern.register("resources", row.formatted(era, "second"));
      JsonNode params = stream.await(0, UPDATED, LIMIT).json().path("params");
      assertThat(params.path("uri").textValue()).isEqualTo("many://" + era + "/7");
      postern.register(
          "{\"name\":\"many-%s\",\"type\":\"static\",\"static\":{\"text\":\"x\"}}".formatted(era));
      other.await(0, "notifications/tools/list_changed", LIMIT); // and nothing before it
      assertThat(other.events()).noneMatch(event -> event.method().equals(UPDATED));
    }
  }

  @ParameterizedTest
  @EnumSource(Era.class)
  void aDeclaredPollTellsSubscribersOfNewContentOnly(Era era) throws Exception {
    try (RecordingService service = RecordingService.start()) {
      service.answer(Answer.json("{\"n\":1}"));
      String uri = "poll://" + era;
      postern.register(
          "resources",
          "{\"name\":\"poll-%s\",\"uri\":\"%s\",\"http\":{\"url\":\"%s\"},\"poll\":{\"everyMs\":1000}}"
              .formatted(era, uri, service.url("/n")));
      try (EventStream stream = era.connect(postern).listen(uri)) {
        awaitRequests(service, 3);
        assertThat(stream.events()).noneMatch(event -> event.method().equals(UPDATED));

        service.answer(Answer.json(500, "{}"));
        service.forget();
        awaitRequests(service, 1);
        service.answer(Answer.json("{\"n\":2}"));
        JsonNode params = stream.await(0, UPDATED, LIMIT).json().path("params");
        assertThat(params.path("uri").textValue()).isEqualTo(uri);
      }
      postern.admin("DELETE", "/admin/resources/poll-" + era, null);
      Thread.sleep(200); // a poll that was under way
      service.forget();
      Thread.sleep(1_500);
      assertThat(service.requests()).isEmpty();
    }
  }

  private static void awaitRequests(RecordingService service, int count) throws Exception {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (service.requests().size() < count && System.nanoTime() < end) {
      Thread.sleep(20);
    }
    assertThat(service.requests()).hasSizeGreaterThanOrEqualTo(count);
  }

  @Test
  void aPromptIsEditedTriedAndTakenOfflineLikeATool() throws Exception {
    HttpResponse<String> bad =
        postern.admin("POST", "/admin/prompts", "{\"name\":\"edit\",\"mesages\":[]}");
    assertThat(bad.statusCode()).isEqualTo(422);
    JsonNode refusal = Json.parse(bad.body());
    assertThat(refusal.at("/error/code").textValue()).isEqualTo("invalid_prompt");
    assertThat(refusal.path("problems").findValuesAsText("pointer")).contains("/mesages");

    String json =
        "{\"name\":\"edit\",\"arguments\":[{\"name\":\"a\",\"required\":true}],"
            + "\"messages\":[{\"role\":\"user\",\"content\":\"[{{args.a}}]\"}]}";
    postern.register("prompts", json);
    JsonNode list = Json.parse(postern.admin("GET", "/admin/prompts?q=edit", null).body());
    assertThat(list.at("/prompts/0/state").textValue()).isEqualTo("live");
    JsonNode tried =
        Json.parse(
            postern
                .admin("POST", "/admin/prompts/edit/try", "{\"arguments\":{\"a\":\"x\"}}")
                .body());
    assertThat(tried.at("/result/messages/0/content/text").textValue()).isEqualTo("[x]");
    assertThat(postern.admin("POST", "/admin/prompts/edit/try", "{}").statusCode()).isEqualTo(422);

    assertThat(postern.admin("DELETE", "/admin/prompts/edit", null).statusCode()).isEqualTo(200);
    assertThat(
            Era.STATEFUL
                .connect(postern)
                .error("prompts/get", "{\"name\":\"edit\",\"arguments\":{\"a\":\"x\"}}")
                .path("code")
                .intValue())
        .isEqualTo(-32602);
    JsonNode offline = Json.parse(postern.admin("GET", "/admin/prompt?name=edit", null).body());
    assertThat(offline.path("state").textValue()).isEqualTo("offline");
  }

  @Test
  void aResourceIsTriedAndASecondOneOfItsUriSaysSo() throws Exception {
    postern.register(
        "resources", "{\"name\":\"one\",\"uriTemplate\":\"two://{a}\",\"text\":\"{{args.a}}\"}");
    postern.register(
        "resources", "{\"name\":\"other\",\"uriTemplate\":\"two://{a}\",\"text\":\"2\"}");
    JsonNode other = Json.parse(postern.admin("GET", "/admin/resources/other", null).body());
    assertThat(other.path("state").textValue()).isEqualTo("broken");
    assertThat(other.at("/problems/0/message").textValue()).contains("\"one\"");

    String path = "/admin/resources/one/try";
    JsonNode tried =
        Json.parse(postern.admin("POST", path, "{\"arguments\":{\"uri\":\"two://x\"}}").body());
    assertThat(tried.at("/result/contents/0/text").textValue()).isEqualTo("x");
    assertThat(postern.admin("POST", path, "{\"arguments\":{\"uri\":\"no://x\"}}").statusCode())
        .isEqualTo(422);

    postern.admin("DELETE", "/admin/resource?name=one", null);
    JsonNode read =
        Era.STATELESS.connect(postern).result("resources/read", "{\"uri\":\"two://x\"}");
    assertThat(read.at("/contents/0/text").textValue()).isEqualTo("2");
  }

  @Test
  void aCheckWritesNothing() throws Exception {
    String json = "{\"name\":\"unsaved\",\"uri\":\"u://x\",\"text\":\"x\"}";
    JsonNode checked =
        Json.parse(postern.admin("POST", "/admin/check?kind=resources", json).body());
    assertThat(checked.path("ok").booleanValue()).isTrue();
    assertThat(postern.admin("GET", "/admin/resources/unsaved", null).statusCode()).isEqualTo(404);
    assertThat(postern.admin("POST", "/admin/check?kind=things", json).statusCode()).isEqualTo(400);
  }

  private static String resource(Era era, String text) {
    return "{\"name\":\"r-%s\",\"uri\":\"test://%s\",\"text\":\"%s\"}".formatted(era, era, text);
  }
}
