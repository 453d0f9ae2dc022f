package dev.postern.invoker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Problems;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.message.mcp.Outcome;

/**
 * A result that a service made in MCP's own form; it passes through, fields that nobody here knows
 * included. Instead of one it may be a question: {@code {"resultType": "input_required",
 * "inputRequests": {…}, "requestState": "…"}}.
 */
public enum ReadyResult {
  /** {@code CallToolResult}. */
  TOOL {
    @Override
    void check(ResultShape shape, JsonNode json) {
      shape.callToolResult(json, "");
    }

    @Override
    Outcome outcome(ObjectNode json) {
      return new CallToolResult(json);
    }
  },
  /** {@code GetPromptResult}. */
  PROMPT {
    @Override
    void check(ResultShape shape, JsonNode json) {
      shape.getPromptResult(json, "");
    }
  },
  /** {@code ReadResourceResult}. */
  RESOURCE {
    @Override
    void check(ResultShape shape, JsonNode json) {
      shape.readResourceResult(json, "");
    }
  };

  /** By this type a service says that its JSON is one of these results, and no data. */
  public static final String MEDIA_TYPE = "application/vnd.postern.result+json";

  /** Whether this Content-Type is {@link #MEDIA_TYPE}; null is none. */
  public static boolean isSentAs(String contentType) {
    return MediaType.of(contentType).isReady();
  }

  /**
   * @param problems gets everything that is wrong, with pointers into {@code json}
   * @return null where anything is wrong
   */
  public Outcome read(JsonNode json, Problems problems) {
    int before = problems.count();
    ResultShape shape = new ResultShape(problems, false);
    boolean asks = "input_required".equals(json.path("resultType").textValue());
    if (asks) {
      shape.inputRequired(json);
    } else {
      check(shape, json);
    }
    if (problems.count() > before) {
      return null;
    }
    return asks ? questions(json) : outcome((ObjectNode) json);
  }

  abstract void check(ResultShape shape, JsonNode json);

  Outcome outcome(ObjectNode json) {
    return new Outcome.PlainResult(json);
  }

  private static Outcome questions(JsonNode json) {
    return new Outcome.InputRequired(
        json.get("inputRequests") instanceof ObjectNode asked ? asked : Json.object(),
        json.path("requestState").textValue());
  }
}
