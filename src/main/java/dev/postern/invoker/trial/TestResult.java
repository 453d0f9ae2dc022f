package dev.postern.invoker.trial;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import java.util.List;

/**
 * What became of one test.
 *
 * @param failures empty where it passed
 */
public record TestResult(String name, List<Difference> failures, ArrayNode steps, long tookMs) {
  public TestResult {
    failures = List.copyOf(failures);
  }

  public boolean passed() {
    return failures.isEmpty();
  }

  ObjectNode json() {
    ObjectNode json = Json.object().put("name", name).put("ok", passed()).put("tookMs", tookMs);
    ArrayNode wrong = json.putArray("failures");
    failures.forEach(failure -> wrong.add(failure.json()));
    json.set("steps", steps);
    return json;
  }
}
