package dev.postern.answers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.Json;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.ReceivedRequest;
import dev.postern.testing.service.RecordingService;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A service that asks for three things at once and tells back what it was answered. */
final class AskingService implements AutoCloseable {
  private static final String READY = "application/vnd.postern.result+json; charset=utf-8";

  private static final String QUESTIONS =
      """
      {"resultType": "input_required", "requestState": "round 1", "inputRequests": {
        "user": {"method": "elicitation/create", "params": {
          "message": "Who are you?",
          "requestedSchema": {"type": "object", "properties": {"name": {"type": "string"}}}}},
        "capital": {"method": "sampling/createMessage", "params": {
          "messages": [{"role": "user", "content": {"type": "text", "text": "Capital?"}}],
          "maxTokens": 10}},
        "folders": {"method": "roots/list"}}}
      """;

  private final RecordingService service = RecordingService.start();

  AskingService() {
    service.answerBy(AskingService::answer);
  }

  RecordingService service() {
    return service;
  }

  private static Answer answer(ReceivedRequest request) {
    try {
      JsonNode body = Json.parse(request.bodyText());
      if (!body.has("responses")) {
        boolean remembersMuch = request.path().equals("/ask-much");
        return Answer.text(
            200,
            READY,
            remembersMuch ? QUESTIONS.replace("round 1", "r".repeat(80_000)) : QUESTIONS);
      }
      String name = body.at("/responses/user/content/name").asText("nobody");
      return Answer.text(
          200,
          READY,
          Json.text(
              Json.object()
                  .<com.fasterxml.jackson.databind.node.ObjectNode>set(
                      "content",
                      Json.NODES
                          .arrayNode()
                          .add(Json.object().put("type", "text").put("text", "Hello " + name)))
                  .set("_meta", Json.object().put("example.com/kept", 1))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    service.close();
  }
}
