package dev.postern.invoker.fixed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.InputSchema;
import dev.postern.catalogue.Problems;
import dev.postern.invoker.Block;
import dev.postern.invoker.Placeholders;
import dev.postern.invoker.Placeholders.Place;
import dev.postern.invoker.ResultShape;
import dev.postern.message.Json;
import dev.postern.template.JsonTemplate;
import dev.postern.template.Scope;
import java.util.List;

/**
 * One thing that a client is asked for, and what counts as an answer.
 *
 * @param params null for none
 * @param form what the content must look like; null where that is not known beforehand
 */
record Question(String method, JsonTemplate params, InputSchema form) {
  private static final List<String> METHODS =
      List.of("elicitation/create", "roots/list", "sampling/createMessage");

  private static final List<String> KEYS = List.of("method", "params");

  /** What a client's answer amounts to. */
  enum Answer {
    GOOD,
    /** The person said no, or closed the form. */
    REFUSED,
    /** Something else than was asked for; ask again. */
    USELESS
  }

  static Question compile(
      JsonNode json, String pointer, Placeholders placeholders, Problems problems) {
    int before = problems.count();
    new ResultShape(problems, false).question(json, pointer);
    if (json.isObject()) {
      Block.read(json, pointer, KEYS, problems);
    }
    if (problems.count() > before) {
      return null;
    }
    String method = json.path("method").textValue();
    if (!METHODS.contains(method)) {
      problems.add(pointer + "/method", "must be one of " + METHODS);
    }
    JsonNode schema = json.at("/params/requestedSchema");
    InputSchema form =
        method.equals("elicitation/create")
                && schema.isObject()
                && !schema.toString().contains("{{")
            ? InputSchema.compile(schema, pointer + "/params/requestedSchema", problems)
            : null;
    JsonTemplate params =
        json.has("params")
            ? placeholders.json(json.get("params"), pointer + "/params", Place.RESULT)
            : null;
    return new Question(method, params, form);
  }

  /** An entry of {@code inputRequests}. */
  ObjectNode render(Scope scope) {
    ObjectNode question = Json.object().put("method", method);
    JsonNode filled = params == null ? null : params.render(scope);
    if (filled != null) {
      question.set("params", filled);
    }
    return question;
  }

  Answer judge(JsonNode answer) {
    return switch (method) {
      case "roots/list" -> goodIf(answer.path("roots").isArray());
      case "sampling/createMessage" -> goodIf(answer.path("content").isContainerNode());
      default -> judgeElicitation(answer);
    };
  }

  private Answer judgeElicitation(JsonNode answer) {
    return switch (answer.path("action").asText()) {
      case "decline", "cancel" -> Answer.REFUSED;
      case "accept" -> goodIf(form == null || form.validate(answer.path("content")).isEmpty());
      default -> Answer.USELESS;
    };
  }

  private static Answer goodIf(boolean good) {
    return good ? Answer.GOOD : Answer.USELESS;
  }
}
