package dev.postern.catalogue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.message.mcp.Outcome;
import java.util.List;

/**
 * Holds a tool to its {@code outputSchema}: its results must then have structured content (tools,
 * output schema), and clients refuse those that have none.
 */
public final class StructuredOutput implements CallLayer {
  private static final int SAMPLE_LENGTH = 200;

  /** The schema itself is published, so it is not this layer's alone. */
  @Override
  public List<String> keys() {
    return List.of();
  }

  @Override
  public Binding around(Binding inner, Config config) {
    return config.json().has("outputSchema") ? call -> checked(inner.call(call)) : inner;
  }

  private static Outcome checked(Outcome outcome) {
    if (!(outcome instanceof CallToolResult result)
        || result.isError()
        || result.json().has("structuredContent")) {
      return outcome;
    }
    String text = onlyText(result.json().path("content"));
    try {
      JsonNode data = text == null ? null : Json.parse(text);
      return data == null ? unstructured("") : CallToolResult.structured(text, data);
    } catch (JsonProcessingException e) {
      return unstructured(text);
    }
  }

  private static String onlyText(JsonNode content) {
    return content.size() == 1 ? content.get(0).path("text").textValue() : null;
  }

  private static CallToolResult unstructured(String text) {
    ObjectNode facts = Json.object().put("error", "upstream_no_structure");
    facts.put("message", "The tool has an outputSchema, but what came is not data.");
    facts.put(
        "advice",
        "Changing the arguments will hardly help. Tell the user that the operator of this gateway"
            + " must look at the tool.");
    facts.put("retryable", false);
    if (!text.isEmpty()) {
      int end =
          text.offsetByCodePoints(
              0, Math.min(SAMPLE_LENGTH, text.codePointCount(0, text.length())));
      facts.put("detail", text.substring(0, end));
    }
    return CallToolResult.error(facts);
  }
}
