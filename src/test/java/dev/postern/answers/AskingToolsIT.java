package dev.postern.answers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.Json;
import dev.postern.testing.mcp.EventStream;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.mcp.StatelessRequests;
import dev.postern.testing.server.RunningPostern;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A tool asks its client: in the middle of the call in a session, by rounds without one. */
class AskingToolsIT {
  private static final RunningPostern POSTERN = RunningPostern.shared();
  private static final AskingService SERVICE = new AskingService();
  private static final Duration SOON = Duration.ofSeconds(5);
  private static final String ABLE = "{\"elicitation\": {}, \"sampling\": {}, \"roots\": {}}";
  private static final String NAME = "{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}";
  private static final String PARIS =
      "{\"role\":\"assistant\",\"model\":\"m\",\"content\":{\"type\":\"text\",\"text\":\"Paris\"}}";
  private static final String ROOTS = "{\"roots\":[{\"uri\":\"file:///home\"}]}";
  private static final String ANSWERS =
      "{\"user\": " + NAME + ", \"capital\": " + PARIS + ", \"folders\": " + ROOTS + "}";

  @BeforeAll
  static void registerTools() throws Exception {
    String tool =
        """
        {"name": "%s", "type": "http", %s
         "inputSchema": {"type": "object", "properties": {"n": {"type": "integer"}}},
         "http": {"method": "POST", "url": "%s", "body": %s}}\
        """;
    String body =
        """
        {"args": "{{args}}", "responses": "{{input.responses}}", "state": "{{input.state}}",
         "client": "{{client.capabilities}}", "name": "{{input.responses.user.content.name}}"}\
        """;
    String url = SERVICE.service().url("/ask");
    POSTERN.register(tool.formatted("asking.all", "", url, body));
    POSTERN.register(
        tool.formatted("asking.required", "\"requires\": [\"sampling\", \"roots\"],", url, body));
    POSTERN.register(tool.formatted("asking.much", "", SERVICE.service().url("/ask-much"), body));
    POSTERN.register(tool.formatted("asking.vainly", "", url, "{\"args\": \"{{args}}\"}"));
    POSTERN.register(
        """
        {"name": "asking.form", "type": "static", "static": {
          "text": "Hello {{input.responses.who.content.name}}, {{input.responses.age.content.n}}",
          "input": {
            "who": {"method": "elicitation/create", "params": {"message": "Your name?",
              "requestedSchema": {"type": "object", "required": ["name"],
                                  "properties": {"name": {"type": "string"}}}}},
            "age": {"method": "elicitation/create", "params": {"message": "Your age?",
              "requestedSchema": {"type": "object", "required": ["n"],
                                  "properties": {"n": {"type": "integer"}}}}}}}}\
        """);
  }

  @AfterAll
  static void stopService() {
    SERVICE.close();
  }

  @BeforeEach
  void forget() {
    SERVICE.service().forget();
  }

  private static McpClient session(String capabilities) throws Exception {
    McpClient client = POSTERN.client();
    client.connect(McpClient.REVISION, capabilities);
    return client;
  }

  private static StatelessRequests stateless(String capabilities) {
    return new StatelessRequests(POSTERN.uri("/mcp"), capabilities);
  }

  private static String params(String tool) {
    return "{\"name\": \"" + tool + "\", \"arguments\": {\"n\": 7}}";
  }

  private static JsonNode sent() throws Exception {
    return Json.parse(SERVICE.service().last().bodyText());
  }

  @Test
  void aSessionIsAskedOnTheStreamOfItsCall() throws Exception {
    McpClient client = session(ABLE);
    try (EventStream events = client.start("tools/call", params("asking.all"))) {
      JsonNode form = events.await(0, "elicitation/create", SOON).json();
      assertThat(form.at("/params/message").asText()).isEqualTo("Who are you?");
      client.reply(form, NAME);
      client.reply(events.await(0, "sampling/createMessage", SOON).json(), PARIS);
      client.reply(events.await(0, "roots/list", SOON).json(), ROOTS);
      JsonNode result = events.await(event -> event.json().has("result"), SOON).json();
      assertThat(result.at("/result/content/0/text").asText()).isEqualTo("Hello Ada");
      assertThat(result.at("/result/_meta/example.com~1kept").asInt()).isEqualTo(1);
    }
    assertThat(sent())
        .isEqualTo(
            Json.parse(
                "{\"args\":{\"n\":7},\"responses\":%s,\"state\":\"round 1\",\"client\":%s,\"name\":\"Ada\"}"
                    .formatted(ANSWERS, ABLE)));
    assertThat(Json.parse(SERVICE.service().requests().get(0).bodyText()))
        .isEqualTo(Json.parse("{\"args\":{\"n\":7},\"client\":%s}".formatted(ABLE)));
  }

  @Test
  void withoutASessionTheQuestionsAreTheResult() throws Exception {
    JsonNode asked = stateless(ABLE).call("asking.all", "{\"n\": 7}").answer().get("result");
    assertThat(asked.get("resultType").asText()).isEqualTo("input_required");
    assertThat(asked.get("inputRequests").fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("user", "capital", "folders");
    String state = asked.get("requestState").asText();
    assertThat(state).doesNotContain("round 1");

    JsonNode answered =
        stateless(ABLE)
            .call("asking.all", "{\"n\": 7}")
            .retry(ANSWERS, state)
            .answer()
            .get("result");
    assertThat(answered.get("resultType").asText()).isEqualTo("complete");
    assertThat(answered.at("/content/0/text").asText()).isEqualTo("Hello Ada");
    assertThat(sent().get("state").asText()).isEqualTo("round 1");
    assertThat(sent().get("responses")).isEqualTo(Json.parse(ANSWERS));
  }

  @Test
  void answersNeedNoStateAndNoQuestion() throws Exception {
    JsonNode answered =
        stateless(ABLE).call("asking.all", "{}").retry("{\"user\": " + NAME + "}", null).answer();
    assertThat(answered.at("/result/content/0/text").asText()).isEqualTo("Hello Ada");
    assertThat(sent().has("state")).isFalse();
    JsonNode wrong = stateless(ABLE).call("asking.all", "{}").retry("{\"user\": 5}", null).answer();
    assertThat(wrong.at("/error/code").asInt()).isEqualTo(-32602);
  }

  @Test
  void aStateThatWasTouchedOrBelongsToAnotherRequestIsRefused() throws Exception {
    String state =
        stateless(ABLE)
            .call("asking.all", "{\"n\": 7}")
            .answer()
            .at("/result/requestState")
            .asText();
    SERVICE.service().forget();
    for (JsonNode refused :
        List.of(
            stateless(ABLE)
                .call("asking.all", "{\"n\": 7}")
                .retry(ANSWERS, state + "-TAMPERED")
                .answer(),
            stateless(ABLE).call("asking.all", "{\"n\": 8}").retry(ANSWERS, state).answer(),
            stateless(ABLE).call("asking.vainly", "{\"n\": 7}").retry(ANSWERS, state).answer(),
            stateless(ABLE).call("asking.all", "{\"n\": 7}").retry(ANSWERS, "round 1").answer())) {
      assertThat(refused.at("/error/code").asInt()).isEqualTo(-32602);
    }
    assertThat(SERVICE.service().requests()).isEmpty();
  }

  @Test
  void aClientIsAskedOnlyWhatItCanDo() throws Exception {
    JsonNode asked =
        stateless("{\"sampling\": {}}").call("asking.all", "{}").answer().get("result");
    assertThat(asked.get("inputRequests").fieldNames()).toIterable().containsExactly("capital");

    McpClient client = session("{\"sampling\": {}}");
    try (EventStream events = client.start("tools/call", params("asking.all"))) {
      client.reply(events.await(0, "sampling/createMessage", SOON).json(), PARIS);
      JsonNode result = events.await(event -> event.json().has("result"), SOON).json();
      assertThat(result.at("/result/content/0/text").asText()).isEqualTo("Hello nobody");
      assertThat(events.events()).noneMatch(event -> event.method().startsWith("elicitation"));
    }
    assertThat(sent().get("responses").fieldNames()).toIterable().containsExactly("capital");
  }

  @Test
  void aClientThatCanDoNoneOfItIsToldSo() throws Exception {
    assertLacking(
        stateless("{}").call("asking.all", "{}").send(), "elicitation", "sampling", "roots");
    JsonNode result = session("{}").call("asking.all", "{}");
    assertThat(result.get("isError").asBoolean()).isTrue();
    assertThat(result.at("/content/0/text").asText()).contains("elicitation", "sampling", "roots");
  }

  @Test
  void whatIsRequiredIsDemandedBeforeTheServiceIsCalled() throws Exception {
    assertLacking(stateless("{\"sampling\": {}}").call("asking.required", "{}").send(), "roots");
    JsonNode result = session("{\"roots\": {}}").call("asking.required", "{}");
    assertThat(result.get("isError").asBoolean()).isTrue();
    JsonNode facts = result.at("/_meta/dev.postern~1error");
    assertThat(facts.get("error").asText()).isEqualTo("missing_client_capability");
    assertThat(facts.get("requiredCapabilities").toString()).isEqualTo("{\"sampling\":{}}");
    assertThat(SERVICE.service().requests()).isEmpty();
  }

  private static void assertLacking(HttpResponse<String> response, String... capabilities)
      throws Exception {
    assertThat(response.statusCode()).isEqualTo(400);
    JsonNode error = Json.parse(response.body()).get("error");
    assertThat(error.get("code").asInt()).isEqualTo(-32021);
    assertThat(error.at("/data/requiredCapabilities").fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder(capabilities);
  }

  @Test
  void aRequestThatCannotCarryAnswersIsNotAskedAgain() throws Exception {
    JsonNode result = session(ABLE).call("asking.vainly", "{}");
    assertThat(result.at("/content/0/text").asText()).contains("upstream_asks_in_vain");
    assertThat(SERVICE.service().requests()).hasSize(1);
  }

  @Test
  void aFormNeedsNoService() throws Exception {
    String who = "\"who\": " + NAME;
    String age = "\"age\": {\"action\": \"accept\", \"content\": {\"n\": %s}}";
    StatelessRequests client = stateless("{\"elicitation\": {}}");
    JsonNode asked = client.call("asking.form", "{}").answer().get("result");
    assertThat(asked.get("inputRequests")).hasSize(2);
    assertThat(asked.has("requestState")).isFalse();

    asked =
        client
            .call("asking.form", "{}")
            .retry("{" + who + ", " + age.formatted("\"x\"") + "}", null)
            .answer()
            .get("result");
    assertThat(asked.get("inputRequests").fieldNames()).toIterable().containsExactly("age");
    JsonNode done =
        client
            .call("asking.form", "{}")
            .retry("{" + age.formatted("36") + "}", asked.get("requestState").asText())
            .answer();
    assertThat(done.at("/result/content/0/text").asText()).isEqualTo("Hello Ada, 36");
  }

  /** It would come back and not be known. */
  @Test
  void aStateThatIsTooLongToComeBackIsNotGivenOut() throws Exception {
    JsonNode refused = stateless(ABLE).call("asking.much", "{}").answer();
    assertThat(refused.at("/error/code").asInt()).isEqualTo(-32603);
    assertThat(refused.at("/error/message").asText()).contains("requestState", "80000");
    McpClient client = session(ABLE); // where it stays here
    try (EventStream events = client.start("tools/call", params("asking.much"))) {
      client.reply(events.await(0, "elicitation/create", SOON).json(), NAME);
      client.reply(events.await(0, "sampling/createMessage", SOON).json(), PARIS);
      client.reply(events.await(0, "roots/list", SOON).json(), ROOTS);
      JsonNode result = events.await(event -> event.json().has("result"), SOON).json();
      assertThat(result.at("/result/content/0/text").asText()).isEqualTo("Hello Ada");
    }
  }

  /** Libraries refuse a page without an id where the revision has ids. */
  @Test
  void aPageIsAskedForInTheWordsOfEachRevision() throws Exception {
    POSTERN.register(
        """
        {"name": "asking.page", "type": "static", "static": {"text": "Thanks", "input": {
          "pay": {"method": "elicitation/create", "params": {
            "mode": "url", "message": "Pay here", "url": "https://pay.example/7"}}}}}\
        """);
    String able = "{\"elicitation\": {\"form\": {}, \"url\": {}}}";
    McpClient client = session(able);
    try (EventStream events = client.start("tools/call", "{\"name\": \"asking.page\"}")) {
      JsonNode page = events.await(0, "elicitation/create", SOON).json();
      assertThat(page.at("/params/url").asText()).isEqualTo("https://pay.example/7");
      assertThat(page.at("/params/elicitationId").asText()).isNotBlank();
      client.reply(page, "{\"action\": \"accept\"}");
      JsonNode result = events.await(event -> event.json().has("result"), SOON).json();
      assertThat(result.at("/result/content/0/text").asText()).isEqualTo("Thanks");
    }
    JsonNode asked = stateless(able).call("asking.page", "{}").answer().get("result");
    assertThat(asked.at("/inputRequests/pay/params").has("elicitationId")).isFalse();

    McpClient older = POSTERN.client();
    older.connect("2025-06-18", able);
    JsonNode refused = older.call("asking.page", "{}");
    assertThat(refused.at("/_meta/dev.postern~1error/requiredCapabilities"))
        .isEqualTo(Json.parse("{\"elicitation\":{\"url\":{}}}"));
  }

  @Test
  void aFormIsAskedInASessionUntilItIsFilledInOrRefused() throws Exception {
    McpClient client = session("{\"elicitation\": {}}");
    try (EventStream events =
        client.start("tools/call", "{\"name\": \"asking.form\", \"arguments\": {}}")) {
      client.reply(events.await(1, "elicitation/create", SOON).json(), NAME);
      JsonNode age = events.await(2, "elicitation/create", SOON).json();
      assertThat(age.at("/params/message").asText()).isEqualTo("Your age?");
      client.reply(age, "{\"action\": \"accept\", \"content\": {\"n\": \"old\"}}");
      JsonNode again = events.await(3, "elicitation/create", SOON).json();
      assertThat(again.at("/params/message").asText()).isEqualTo("Your age?");
      client.reply(again, "{\"action\": \"decline\"}");
      JsonNode result = events.await(event -> event.json().has("result"), SOON).json();
      assertThat(result.at("/result/isError").asBoolean()).isTrue();
      assertThat(result.at("/result/content/0/text").asText())
          .contains("input_refused", "declined");
    }
  }
}
