package dev.postern.message.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * How a request ended that may need several rounds with its client: with its result, or with
 * questions that must be answered first.
 */
public sealed interface Outcome {

  /** The result as it goes out, in the newest revision's vocabulary; read only. */
  ObjectNode json();

  /** {@code CallToolResult}, {@code GetPromptResult} or {@code ReadResourceResult}. */
  sealed interface Complete extends Outcome permits CallToolResult, PlainResult {}

  /** A result that needs nothing but its JSON. */
  record PlainResult(ObjectNode json) implements Complete {}

  /**
   * Questions for the client, and what to give back with their answers (2026-07-28, multi
   * round-trip requests).
   *
   * @param inputRequests by the asker's own keys: {@code {"key": {"method": …, "params": …}}}; may
   *     be empty where there is a state
   * @param state what the asker wants back, unread; null for none
   */
  record InputRequired(ObjectNode inputRequests, String state) implements Outcome {
    @Override
    public ObjectNode json() {
      ObjectNode json = dev.postern.message.Json.object().put("resultType", "input_required");
      json.set("inputRequests", inputRequests);
      return json;
    }
  }
}
