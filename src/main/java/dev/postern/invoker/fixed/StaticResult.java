package dev.postern.invoker.fixed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Problem;
import dev.postern.catalogue.Problems;
import dev.postern.invoker.ReadyResult;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.message.mcp.Outcome;
import dev.postern.template.JsonTemplate;
import dev.postern.template.Scope;
import dev.postern.template.TextTemplate;

/**
 * A result with holes; each part is null where it is not given.
 *
 * @param json data beside the text or the content, or instead of them
 * @param content blocks
 * @param whole a {@code CallToolResult}, instead of everything else
 */
record StaticResult(
    TextTemplate text,
    JsonTemplate json,
    JsonTemplate content,
    boolean isError,
    JsonTemplate whole) {

  Outcome render(Scope scope) {
    if (whole != null) {
      return checked(whole.render(scope));
    }
    if (content != null) {
      return blocks(scope);
    }
    CallToolResult result = words(scope);
    if (isError) {
      result.json().put("isError", true);
    }
    return result;
  }

  private CallToolResult words(Scope scope) {
    JsonNode data = json == null ? null : json.render(scope);
    if (data == null) {
      return CallToolResult.text(text == null ? "null" : text.renderAll(scope));
    }
    String words = text == null ? Json.text(data) : text.renderAll(scope);
    return data.isObject() ? CallToolResult.structured(words, data) : CallToolResult.text(words);
  }

  private Outcome blocks(Scope scope) {
    ObjectNode result = Json.object();
    result.set("content", content.render(scope));
    JsonNode data = json == null ? null : json.render(scope);
    if (data != null) {
      result.set("structuredContent", data);
    }
    if (isError) {
      result.put("isError", true);
    }
    return checked(result);
  }

  /** An argument may have made of it what is no result. */
  private static Outcome checked(JsonNode result) {
    Problems problems = new Problems();
    Outcome outcome = ReadyResult.TOOL.read(result, problems);
    if (outcome != null) {
      return outcome;
    }
    ObjectNode facts = Json.object().put("error", "bad_argument");
    facts.put("message", "With these arguments the tool's result is none; see \"problems\".");
    facts.put("advice", "Give every argument that the result is made of, in its type.");
    facts.put("retryable", false);
    for (Problem problem : problems.list()) {
      facts
          .withArray("problems")
          .addObject()
          .put("pointer", problem.pointer())
          .put("message", problem.message());
    }
    return CallToolResult.error(facts);
  }
}
