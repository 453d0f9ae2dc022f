package dev.postern.catalogue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.message.mcp.Outcome;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds a tool to its {@code outputSchema}: its results must then have structured content (tools,
 * output schema) that fits, and clients refuse those that do not. {@code "outputCheck": "warn"}
 * lets results through whose content does not fit.
 */
public final class StructuredOutput implements CallLayer {
  private static final Logger LOG = LoggerFactory.getLogger(StructuredOutput.class);

  private static final String KEY = "outputCheck";
  private static final List<String> CHECKS = List.of("fail", "warn");
  private static final int SAMPLE_LENGTH = 200;

  /** One wrong element is mostly wrong in the same way as the thousand others. */
  private static final int MOST_PROBLEMS = 10;

  /** The schema itself is published, so it is not this layer's alone. */
  @Override
  public List<String> keys() {
    return List.of(KEY);
  }

  @Override
  public Binding around(Binding inner, Config config) {
    String check = config.json().has(KEY) ? config.get(KEY).asText() : CHECKS.get(0);
    if (!CHECKS.contains(check)) {
      config.problems().add(config.at(KEY), "must be one of " + CHECKS);
    }
    if (!(config.get("outputSchema") instanceof ObjectNode written)) {
      if (config.json().has(KEY)) {
        config.problems().add(config.at(KEY), "needs an \"outputSchema\"");
      }
      return inner;
    }
    CompiledSchema schema =
        CompiledSchema.compile(written, config.at("outputSchema"), config.problems());
    boolean warns = check.equals("warn");
    return call -> {
      Outcome outcome = structured(inner.call(call));
      return outcome instanceof CallToolResult result && !result.isError()
          ? checked(result, schema, warns, call)
          : outcome;
    };
  }

  private static Outcome structured(Outcome outcome) {
    if (!(outcome instanceof CallToolResult result)
        || result.isError()
        || result.json().has("structuredContent")) {
      return outcome;
    }
    String text = dataText(result.json().path("content"));
    try {
      JsonNode data = text == null ? null : Json.parse(text);
      if (data == null) {
        return unstructured("");
      }
      ObjectNode json = result.json().deepCopy();
      json.set("structuredContent", data);
      return new CallToolResult(json);
    } catch (JsonProcessingException e) {
      return unstructured(text);
    }
  }

  private static CallToolResult checked(
      CallToolResult result, CompiledSchema schema, boolean warns, Call call) {
    List<Problem> problems = schema.validate(result.json().get("structuredContent"));
    if (problems.isEmpty()) {
      return result;
    }
    ObjectNode facts = misfit(problems);
    if (!warns) {
      return CallToolResult.error(facts);
    }
    LOG.debug("A result does not fit its outputSchema: {}", facts);
    call.conversation().log("warning", "postern", facts);
    return result;
  }

  /** The first block is the answer; others can only be notes on it. */
  private static String dataText(JsonNode content) {
    for (JsonNode block : content) {
      if (!block.path("type").asText().equals("text")) {
        return null;
      }
    }
    return content.path(0).path("text").textValue();
  }

  private static ObjectNode misfit(List<Problem> problems) {
    ObjectNode facts =
        facts("upstream_bad_structure", "The result does not fit the tool's outputSchema.");
    ArrayNode places = facts.putArray("problems");
    for (Problem problem : problems.subList(0, Math.min(problems.size(), MOST_PROBLEMS))) {
      places.addObject().put("pointer", problem.pointer()).put("message", problem.message());
    }
    return facts;
  }

  private static CallToolResult unstructured(String text) {
    ObjectNode facts =
        facts("upstream_no_structure", "The tool has an outputSchema, but what came is not data.");
    if (!text.isEmpty()) {
      int end =
          text.offsetByCodePoints(
              0, Math.min(SAMPLE_LENGTH, text.codePointCount(0, text.length())));
      facts.put("detail", text.substring(0, end));
    }
    return CallToolResult.error(facts);
  }

  private static ObjectNode facts(String error, String message) {
    return Json.object()
        .put("error", error)
        .put("message", message)
        .put(
            "advice",
            "Changing the arguments will hardly help. Tell the user that the operator of this"
                + " gateway must look at the tool.")
        .put("retryable", false);
  }
}
