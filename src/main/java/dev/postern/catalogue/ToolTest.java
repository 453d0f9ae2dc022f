package dev.postern.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.telemetry.CallTrace;
import java.util.List;

/**
 * One call of a tool, and what is expected of it. What stands here is read only.
 *
 * @param pointer where it stands in the tool's JSON
 * @param client as whom it is called
 * @param request what the first request must have, or in an array the first ones; null where
 *     nothing is expected of it
 * @param result what the result must have; null for nothing
 * @param isError whether the result is a failure; null where that makes no difference
 * @param answers what stands for the service's answers; empty for none
 * @param again whether the one answer there is serves for every request
 */
public record ToolTest(
    String name,
    String pointer,
    ObjectNode arguments,
    TestClient client,
    JsonNode request,
    JsonNode result,
    Boolean isError,
    List<CallTrace.Heard> answers,
    boolean again) {
  public ToolTest {
    answers = List.copyOf(answers);
  }
}
