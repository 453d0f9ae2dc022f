package dev.postern.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.Json;
import dev.postern.testing.server.RunningPostern;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.RecordingService;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Prompts and resources as clients of both eras use them; lists have two entries a page. */
class PromptsAndResourcesIT {
  private static RunningPostern postern;
  private static RecordingService service;

  @BeforeAll
  static void registerRows() throws Exception {
    service = RecordingService.start();
    service.answerBy(
        request ->
            switch (request.path()) {
              case "/prompt" ->
                  Answer.json(
                      "{\"messages\":[{\"role\":\"assistant\",\"content\":"
                          + "{\"type\":\"text\",\"text\":\"ready\"}}]}");
              case "/image" -> Answer.of(200, new byte[] {1, 2, 3}, "Content-Type: image/png");
              case "/user/7" -> Answer.json("{\"id\":7}");
              case "/values" -> Answer.json("[\"v1\",\"v2\"]");
              default -> Answer.json(request.path().equals("/nap") ? 503 : 404, "{}");
            });
    postern = RunningPostern.start(Map.of("postern.pageSize", "2"));
    prompt(
        """
        {"name": "greet", "title": "Greeting", "description": "Greets",
         "arguments": [{"name": "who", "required": true}, {"name": "tone"}],
         "messages": [{"role": "user", "content": "Greet {{args.who}} {{args.tone}}"}],
         "completions": {"tone": ["warmly", "coldly"],
                         "who": {"http": {"url": "SERVICE/values", "query": {"q": "{{args.who}}"}}}}}
        """);
    prompt("{\"name\": \"ready\", \"http\": {\"url\": \"SERVICE/prompt\"}}");
    prompt("{\"name\": \"tired\", \"http\": {\"url\": \"SERVICE/nap\"}}");
    for (String name : List.of("p1", "p2")) {
      prompt(
          "{\"name\": \"%s\", \"messages\": [{\"role\": \"user\", \"content\": \"x\"}]}"
              .formatted(name));
    }
    resource("{\"name\": \"text\", \"uri\": \"test://text\", \"text\": \"Hello\"}");
    resource(
        "{\"name\": \"blob\", \"uri\": \"test://blob\", \"mimeType\": \"image/gif\","
            + " \"blob\": \"R0lG\"}");
    resource(
        "{\"name\": \"image\", \"uri\": \"test://image\", \"http\": {\"url\": \"SERVICE/image\"}}");
    resource(
        "{\"name\": \"tired\", \"uri\": \"test://tired\", \"http\": {\"url\": \"SERVICE/nap\"}}");
    resource(
        """
        {"name": "row", "uriTemplate": "test://row/{id}/data",
         "json": {"id": "{{args.id}}", "data": "Data for ID: {{args.id}}"},
         "completions": {"id": ["1", "12", "2"]}}
        """);
    resource(
        "{\"name\": \"user\", \"uriTemplate\": \"users://{id}\","
            + " \"http\": {\"url\": \"SERVICE/user/{{args.id}}\"}}");
  }

  @AfterAll
  static void stop() {
    if (postern != null) {
      postern.close();
    }
    service.close();
  }

  @ParameterizedTest
  @EnumSource(Era.class)
  void aPromptIsFilledWithItsArguments(Era era) throws Exception {
    JsonNode result =
        era.connect(postern)
            .result("prompts/get", "{\"name\":\"greet\",\"arguments\":{\"who\":\"Ada\"}}");
    assertThat(result.path("description").textValue()).isEqualTo("Greets");
    assertThat(result.path("messages").toString())
        .isEqualTo("[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Greet Ada \"}}]");
  }

  @ParameterizedTest
  @EnumSource(Era.class)
  void aPromptComesFromItsServiceOrSaysWhyNot(Era era) throws Exception {
    Era.Client client = era.connect(postern);
    assertThat(client.result("prompts/get", "{\"name\":\"ready\"}").at("/messages/0/content/text"))
        .isEqualTo(Json.NODES.textNode("ready"));
    JsonNode error = client.error("prompts/get", "{\"name\":\"tired\"}");
    assertThat(error.path("code").intValue()).isEqualTo(-32603);
    assertThat(error.path("message").textValue()).contains("503");
    assertThat(error.at("/data/retryable").booleanValue()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "prompts/get | `{\"name\":\"greet\"}`",
        "prompts/get | `{\"name\":\"greet\",\"arguments\":{\"who\":7}}`",
        "prompts/get | `{\"name\":\"nobody\"}`",
        "prompts/list | `{\"cursor\":\"nonsense\"}`",
        "prompts/list | `{\"cursor\":5}`",
        "completion/complete | `{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"nobody\"},"
            + "\"argument\":{\"name\":\"a\",\"value\":\"\"}}`",
        "completion/complete | `{\"ref\":{\"type\":\"ref/tool\"},"
            + "\"argument\":{\"name\":\"a\",\"value\":\"\"}}`"
      })
  void whatTheRequestHasWrongIsInvalidParams(String method, String params) throws Exception {
    for (Era era : Era.values()) {
      assertThat(era.connect(postern).error(method, params).path("code").intValue())
          .isEqualTo(-32602);
    }
  }

  @ParameterizedTest
  @EnumSource(Era.class)
  void resourcesAreReadAsTextOrBytes(Era era) throws Exception {
    Era.Client client = era.connect(postern);
    assertThat(contents(client, "test://text"))
        .isEqualTo("[{\"uri\":\"test://text\",\"mimeType\":\"text/plain\",\"text\":\"Hello\"}]");
    assertThat(contents(client, "test://blob"))
        .isEqualTo("[{\"uri\":\"test://blob\",\"blob\":\"R0lG\",\"mimeType\":\"image/gif\"}]");
    assertThat(contents(client, "test://image"))
        .isEqualTo("[{\"uri\":\"test://image\",\"mimeType\":\"image/png\",\"blob\":\"AQID\"}]");
    assertThat(contents(client, "test://row/12%2F3/data"))
        .isEqualTo(
            "[{\"uri\":\"test://row/12%2F3/data\",\"mimeType\":\"application/json\",\"text\":"
                + "\"{\\\"id\\\":\\\"12/3\\\",\\\"data\\\":\\\"Data for ID: 12/3\\\"}\"}]");
    assertThat(contents(client, "users://7"))
        .isEqualTo(
            "[{\"uri\":\"users://7\",\"mimeType\":\"application/json\",\"text\":"
                + "\"{\\\"id\\\":7}\"}]");
  }

  private static String contents(Era.Client client, String uri) throws Exception {
    return client
        .result("resources/read", Json.object().put("uri", uri).toString())
        .path("contents")
        .toString();
  }

  @ParameterizedTest
  @EnumSource(Era.class)
  void aResourceThatIsNotThereIsNotFoundHereOrAtItsService(Era era) throws Exception {
    Era.Client client = era.connect(postern);
    for (String uri : List.of("test://nothing", "test://row//data", "users://8")) {
      JsonNode error = client.error("resources/read", Json.object().put("uri", uri).toString());
      assertThat(error.path("code").intValue()).as(uri).isEqualTo(era.resourceNotFound());
      assertThat(error.at("/data/uri").textValue()).isEqualTo(uri);
    }
    assertThat(client.error("resources/read", "{\"uri\":\"test://tired\"}").path("code").intValue())
        .isEqualTo(-32603);
  }

  @ParameterizedTest
  @EnumSource(Era.class)
  void pagesShowEverythingOnceAndInOrder(Era era) throws Exception {
    Era.Client client = era.connect(postern);
    assertThat(walk(client, "prompts/list", "prompts", "name", 3))
        .containsExactly("greet", "p1", "p2", "ready", "tired");
    assertThat(walk(client, "resources/list", "resources", "uri", 2))
        .containsExactly("test://blob", "test://image", "test://text", "test://tired");
    assertThat(walk(client, "resources/templates/list", "resourceTemplates", "uriTemplate", 1))
        .containsExactly("test://row/{id}/data", "users://{id}");
  }

  private static List<String> walk(
      Era.Client client, String method, String key, String name, int pages) throws Exception {
    List<String> seen = new ArrayList<>();
    JsonNode page = client.result(method, "{}");
    page.path(key).forEach(entry -> seen.add(entry.path(name).textValue()));
    int walked = 1;
    while (page.has("nextCursor")) {
      page = client.result(method, Json.object().set("cursor", page.get("nextCursor")).toString());
      page.path(key).forEach(entry -> seen.add(entry.path(name).textValue()));
      walked++;
    }
    assertThat(walked).isEqualTo(pages);
    return seen;
  }

  @ParameterizedTest
  @EnumSource(Era.class)
  void aCursorIsGoodForItsOwnListAndUnaltered(Era era) throws Exception {
    Era.Client client = era.connect(postern);
    String cursor = client.result("prompts/list", "{}").path("nextCursor").textValue();
    String altered = (cursor.startsWith("A") ? "B" : "A") + cursor.substring(1);
    assertThat(cursorError(client, "resources/list", cursor)).isEqualTo(-32602);
    assertThat(cursorError(client, "prompts/list", altered)).isEqualTo(-32602);
  }

  private static int cursorError(Era.Client client, String method, String cursor) throws Exception {
    return client
        .error(method, Json.object().put("cursor", cursor).toString())
        .path("code")
        .intValue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`{\"type\":\"ref/prompt\",\"name\":\"greet\"}` | tone | W | `[\"warmly\"]`",
        "`{\"type\":\"ref/prompt\",\"name\":\"greet\"}` | who | x | `[\"v1\",\"v2\"]`",
        "`{\"type\":\"ref/resource\",\"uri\":\"test://row/{id}/data\"}` | id | 1 |"
            + " `[\"1\",\"12\"]`",
        "`{\"type\":\"ref/prompt\",\"name\":\"p1\"}` | none | x | `[]`"
      })
  void argumentsAreCompleted(String ref, String name, String value, String values)
      throws Exception {
    for (Era era : Era.values()) {
      JsonNode completion =
          era.connect(postern)
              .result(
                  "completion/complete",
                  "{\"ref\":%s,\"argument\":{\"name\":\"%s\",\"value\":\"%s\"}}"
                      .formatted(ref, name, value))
              .path("completion");
      assertThat(completion.path("values")).isEqualTo(Json.parse(values));
      assertThat(completion.path("hasMore").booleanValue()).isFalse();
    }
  }

  private static void prompt(String json) throws Exception {
    postern.register("prompts", json.replace("SERVICE", service.url()));
  }

  private static void resource(String json) throws Exception {
    postern.register("resources", json.replace("SERVICE", service.url()));
  }
}
