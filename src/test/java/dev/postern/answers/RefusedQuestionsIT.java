package dev.postern.answers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.Json;
import dev.postern.testing.mcp.EventStream;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.server.RunningPostern;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client in a session answers a question with an error, or not at all. */
class RefusedQuestionsIT {
  private static final AskingService SERVICE = new AskingService();
  private static final Duration SOON = Duration.ofSeconds(5);
  private static final Duration QUESTION_LIMIT = Duration.ofSeconds(2);
  private static final String REJECTED =
      "{\"code\": -1, \"message\": \"User rejected sampling request\"}";

  private static RunningPostern postern;

  @BeforeAll
  static void registerTools() throws Exception {
    postern =
        RunningPostern.start(Map.of("postern.question.limit", QUESTION_LIMIT.toSeconds() + "s"));
    String body = "{\"responses\": \"{{input.responses}}\", \"state\": \"{{input.state}}\"}";
    String http =
        "\"http\": {\"method\": \"POST\", \"url\": \"%s\", \"body\": %s}}"
            .formatted(SERVICE.service().url("/ask"), body);
    postern.register("{\"name\": \"refused.all\", \"type\": \"http\", " + http);
    postern.register("resources", "{\"name\": \"refused\", \"uri\": \"asking://all\", " + http);
    postern.register(
        """
        {"name": "refused.form", "type": "static", "static": {
          "text": "Hello {{input.responses.who.content.name}}",
          "input": {"who": {"method": "elicitation/create", "params": {"message": "Your name?",
            "requestedSchema": {"type": "object", "required": ["name"],
                                "properties": {"name": {"type": "string"}}}}}}}}\
        """);
  }

  @AfterAll
  static void stop() {
    postern.close();
    SERVICE.close();
  }

  @BeforeEach
  void forget() {
    SERVICE.service().forget();
  }

  private static McpClient session(String capabilities) throws Exception {
    McpClient client = postern.client();
    client.connect(McpClient.REVISION, capabilities);
    return client;
  }

  @Test
  void aServiceIsToldOfAFormThatTheClientCouldNotShow() throws Exception {
    McpClient client = session("{\"elicitation\": {}}");
    JsonNode answer = refused(client, "tools/call", "{\"name\": \"refused.all\"}");
    assertThat(answer.at("/result/content/0/text").asText()).isEqualTo("Hello nobody");
    assertThat(Json.parse(SERVICE.service().last().bodyText()).get("responses"))
        .isEqualTo(Json.parse("{\"user\":{\"action\":\"cancel\"}}"));
  }

  @Test
  void aFormWithoutAServiceIsAsIfItHadBeenClosed() throws Exception {
    McpClient client = session("{\"elicitation\": {}}");
    JsonNode answer = refused(client, "tools/call", "{\"name\": \"refused.form\"}");
    assertThat(answer.at("/result/isError").asBoolean()).isTrue();
    assertThat(answer.at("/result/content/0/text").asText()).contains("input_refused", "closed");
  }

  /** Clients have no other way to say that a person does not want it. */
  @Test
  void theModelReadsThatSamplingWasRefused() throws Exception {
    McpClient client = session("{\"sampling\": {}}");
    JsonNode answer = refused(client, "tools/call", "{\"name\": \"refused.all\"}");
    assertThat(answer.at("/result/isError").asBoolean()).isTrue();
    JsonNode facts = answer.at("/result/_meta/dev.postern~1error");
    assertThat(facts.get("error").asText()).isEqualTo("client_refused");
    assertThat(facts.get("message").asText())
        .contains("sampling/createMessage", "User rejected sampling request");
    assertThat(facts.get("clientError")).isEqualTo(Json.parse(REJECTED));
    assertThat(facts.get("retryable").asBoolean()).isFalse();
    assertThat(Json.parse(answer.at("/result/content/0/text").asText())).isEqualTo(facts);
    assertThat(SERVICE.service().requests()).as("the service is not asked again").hasSize(1);
  }

  @Test
  void whereThereIsNoToolErrorItIsAnErrorWithTheSameFacts() throws Exception {
    McpClient client = session("{\"roots\": {}}");
    JsonNode answer = refused(client, "resources/read", "{\"uri\": \"asking://all\"}");
    assertThat(answer.at("/error/code").asInt()).isEqualTo(-32603);
    assertThat(answer.at("/error/data/error").asText()).isEqualTo("client_refused");
  }

  @Test
  void theModelReadsThatNobodyAnswered() throws Exception {
    McpClient client = session("{\"elicitation\": {}}");
    try (EventStream events = client.start("tools/call", "{\"name\": \"refused.all\"}")) {
      JsonNode question = events.await(0, "elicitation/create", SOON).json();
      JsonNode answer =
          events.await(event -> event.json().has("result"), QUESTION_LIMIT.plus(SOON)).json();
      assertThat(answer.at("/result/isError").asBoolean()).isTrue();
      assertThat(answer.at("/result/content/0/text").asText()).contains("client_silent", "2 s");
      JsonNode cancelled = events.await(0, "notifications/cancelled", SOON).json();
      assertThat(cancelled.at("/params/requestId")).isEqualTo(question.get("id"));
    }
  }

  /** The whole answer of a request whose first question is answered with an error. */
  private static JsonNode refused(McpClient client, String method, String params) throws Exception {
    try (EventStream events = client.start(method, params)) {
      JsonNode question =
          events
              .await(event -> event.data().contains("\"method\"") && event.json().has("id"), SOON)
              .json();
      client.refuse(question, REJECTED);
      return events
          .await(event -> event.data().contains("\"jsonrpc\"") && !event.json().has("method"), SOON)
          .json();
    }
  }
}
