package dev.postern.invoker.answer;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Problems;
import dev.postern.invoker.Answered;
import dev.postern.invoker.Block;
import dev.postern.message.Json;
import java.util.List;

/**
 * Which answers it concerns, and what is made of them: a failure the model is told of, or, with a
 * {@code result}, no failure at all. Immutable.
 *
 * @param field of the answer's JSON that tells; null where the status alone does
 * @param values one of which the field must have; empty where it must only be there
 * @param result what the call yields instead of a failure; null for none
 * @param message null for the default one
 * @param advice null for the default one
 * @param retryable null for the default
 * @param retryAfterSeconds 0 for what the service says
 */
record ErrorRule(
    Statuses statuses,
    JsonPointer field,
    List<JsonNode> values,
    JsonNode result,
    AnswerText message,
    AnswerText advice,
    Boolean retryable,
    int retryAfterSeconds) {

  private static final List<String> KEYS =
      List.of(
          "status",
          "field",
          "equals",
          "result",
          "message",
          "advice",
          "retryable",
          "retryAfterSeconds");

  /** A day; who must wait longer need not be told when. */
  private static final int MOST_SECONDS = 86_400;

  static ErrorRule compile(JsonNode json, String pointer, Problems problems) {
    Block block = Block.read(json, pointer, KEYS, problems);
    if (!block.has("status") && !block.has("field") && json.isObject()) {
      problems.add(pointer, "must say which answers it concerns: \"status\", \"field\" or both");
    }
    if (block.has("equals") && !block.has("field")) {
      block.problem("equals", "needs a \"field\"");
    }
    for (String key : List.of("message", "advice", "retryable", "retryAfterSeconds")) {
      if (block.has("result") && block.has(key)) {
        block.problem(key, "must not stand beside \"result\", which makes it no failure");
      }
    }
    if (block.has("retryable") && !block.get("retryable").isBoolean()) {
      block.problem("retryable", "must be true or false");
    }
    return new ErrorRule(
        block.has("status")
            ? Statuses.parse(block.get("status"), block.pointer("status"), problems)
            : Statuses.any(),
        field(block),
        values(block.get("equals")),
        block.has("result") ? block.get("result") : null,
        text(block, "message", problems),
        text(block, "advice", problems),
        block.has("retryable") ? block.get("retryable").booleanValue() : null,
        block.integer("retryAfterSeconds", 1, MOST_SECONDS, 0));
  }

  private static JsonPointer field(Block block) {
    String field = block.text("field");
    try {
      return field == null ? null : JsonPointer.compile(field);
    } catch (IllegalArgumentException e) {
      block.problem("field", "must be a JSON pointer such as /error/code");
      return null;
    }
  }

  private static List<JsonNode> values(JsonNode written) {
    if (written.isMissingNode()) {
      return List.of();
    }
    return written.isArray()
        ? Json.MAPPER.convertValue(
            written,
            Json.MAPPER.getTypeFactory().constructCollectionType(List.class, JsonNode.class))
        : List.of(written);
  }

  private static AnswerText text(Block block, String key, Problems problems) {
    String text = block.text(key);
    return text == null ? null : AnswerText.compile(text, block.pointer(key), problems);
  }

  boolean concerns(Answered answered, JsonNode json) {
    return statuses.contain(answered.status()) && (field == null || json != null && told(json));
  }

  private boolean told(JsonNode json) {
    JsonNode value = json.at(field);
    if (!values.isEmpty()) {
      return values.contains(value);
    }
    boolean empty = value.isContainerNode() ? value.isEmpty() : value.asText().isEmpty();
    boolean no = value.isMissingNode() || value.isNull() || value.isBoolean() && !value.asBoolean();
    return !no && !empty;
  }

  /** Puts what the rule says in the place of what is said by default. */
  void tell(ObjectNode facts, JsonNode json) throws AnswerText.TooLongException {
    JsonNode fields = json == null ? Json.object() : json;
    if (message != null) {
      facts.put("message", message.render(fields));
    }
    if (advice != null) {
      facts.put("advice", advice.render(fields));
    }
    if (retryAfterSeconds > 0) {
      facts.put("retryAfterSeconds", retryAfterSeconds);
    }
  }
}
