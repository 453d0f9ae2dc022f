package dev.postern.invoker.fixed;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Binding;
import dev.postern.catalogue.Call;
import dev.postern.invoker.CallScope;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.message.mcp.Outcome;
import java.util.Map;

/**
 * Asks until every question has a good answer, then makes the result of them. What was answered
 * well in earlier rounds travels in the state: clients send the answers of the last round only.
 */
final class AskingBinding implements Binding {
  private final Questions questions;
  private final StaticResult result;

  AskingBinding(Questions questions, StaticResult result) {
    this.questions = questions;
    this.result = result;
  }

  @Override
  public Outcome call(Call call) {
    ObjectNode answers = earlier(call.conversation().state());
    ObjectNode given = call.conversation().inputResponses();
    for (Map.Entry<String, Question> entry : questions.byKey().entrySet()) {
      JsonNode answer = given == null ? null : given.get(entry.getKey());
      if (answer != null) {
        switch (entry.getValue().judge(answer)) {
          case GOOD -> answers.set(entry.getKey(), answer);
          case REFUSED -> {
            return refused(entry.getKey(), answer.path("action").asText());
          }
          case USELESS -> answers.remove(entry.getKey());
        }
      }
    }
    CallScope scope = new CallScope(call, answers);
    ObjectNode open = questions.open(answers, scope);
    return open.isEmpty()
        ? result.render(scope)
        : new Outcome.InputRequired(open, answers.isEmpty() ? null : Json.text(answers));
  }

  /** The state is ours: it went out sealed, or never left. */
  private static ObjectNode earlier(String state) {
    if (state == null) {
      return Json.object();
    }
    try {
      return (ObjectNode) Json.parse(state);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A state holds what no version of Postern wrote", e);
    }
  }

  private static Outcome refused(String key, String action) {
    ObjectNode facts = Json.object().put("error", "input_refused");
    facts.put(
        "message",
        "The user was asked for \""
            + key
            + "\" and "
            + (action.equals("decline") ? "declined." : "closed the form."));
    facts.put("advice", "Do not call again unless the user wants it.");
    return CallToolResult.error(facts.put("retryable", false).put("input", key));
  }
}
