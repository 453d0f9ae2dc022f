package dev.postern.invoker.answer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Problems;
import dev.postern.invoker.AnswerTest;
import dev.postern.invoker.Block;
import dev.postern.message.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * Which answers it concerns, and what is made of them: a failure the model is told of, or, with a
 * {@code result}, no failure at all. Immutable.
 *
 * @param result what the call yields instead of a failure; null for none
 * @param message null for the default one
 * @param advice null for the default one
 * @param retryable null for the default
 * @param retryAfterSeconds 0 for what the service says
 */
record ErrorRule(
    AnswerTest test,
    JsonNode result,
    AnswerText message,
    AnswerText advice,
    Boolean retryable,
    int retryAfterSeconds) {
  private static final List<String> TOLD =
      List.of("message", "advice", "retryable", "retryAfterSeconds");

  /** A day; who must wait longer need not be told when. */
  private static final int MOST_SECONDS = 86_400;

  static ErrorRule compile(JsonNode json, String pointer, Problems problems) {
    List<String> keys = new ArrayList<>(AnswerTest.KEYS);
    keys.add("result");
    keys.addAll(TOLD);
    Block block = Block.read(json, pointer, keys, problems);
    for (String key : TOLD) {
      if (block.has("result") && block.has(key)) {
        block.problem(key, "must not stand beside \"result\", which makes it no failure");
      }
    }
    if (block.has("retryable") && !block.get("retryable").isBoolean()) {
      block.problem("retryable", "must be true or false");
    }
    return new ErrorRule(
        AnswerTest.read(block),
        block.has("result") ? block.get("result") : null,
        text(block, "message", problems),
        text(block, "advice", problems),
        block.has("retryable") ? block.get("retryable").booleanValue() : null,
        block.integer("retryAfterSeconds", 1, MOST_SECONDS, 0));
  }

  private static AnswerText text(Block block, String key, Problems problems) {
    String text = block.text(key);
    return text == null ? null : AnswerText.compile(text, block.pointer(key), problems);
  }

  /** Puts what the rule says in the place of what is said by default. */
  void tell(ObjectNode facts, JsonNode json) throws AnswerText.TooLongException {
    JsonNode fields = json == null ? Json.object() : json;
    put(facts, "message", message, fields);
    put(facts, "advice", advice, fields);
    if (retryAfterSeconds > 0) {
      facts.put("retryAfterSeconds", retryAfterSeconds);
    }
  }

  /** Where the fields of a text are not there, nothing but the default may be left. */
  private static void put(ObjectNode facts, String key, AnswerText text, JsonNode fields)
      throws AnswerText.TooLongException {
    String words = text == null ? "" : text.render(fields);
    if (!words.isBlank()) {
      facts.put(key, words);
    }
  }
}
