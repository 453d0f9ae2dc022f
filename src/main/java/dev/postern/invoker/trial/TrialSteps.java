package dev.postern.invoker.trial;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Problem;
import dev.postern.message.Json;
import dev.postern.message.mcp.Outcome;
import java.util.List;

/** The whole way of a call: what stands before its requests, they, and what stands behind. */
public final class TrialSteps {
  private final ArrayNode all = Json.NODES.arrayNode();

  /**
   * @param problems what is wrong with the arguments; empty where nothing is
   */
  public TrialSteps(ObjectNode arguments, List<Problem> problems) {
    step("arguments", true).set("arguments", arguments);
    ArrayNode wrong = step("validation", problems.isEmpty()).putArray("problems");
    for (Problem problem : problems) {
      wrong.addObject().put("pointer", problem.pointer()).put("message", problem.message());
    }
  }

  public TrialSteps with(CallRecorder recorder) {
    all.addAll(recorder.steps());
    return this;
  }

  public TrialSteps with(Outcome outcome) {
    JsonNode result = outcome.json();
    step("result", !result.path("isError").booleanValue()).set("result", result);
    return this;
  }

  public ArrayNode json() {
    return all;
  }

  private ObjectNode step(String name, boolean ok) {
    return all.addObject().put("step", name).put("ok", ok);
  }
}
