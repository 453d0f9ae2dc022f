package dev.postern.invoker.trial;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Problem;
import dev.postern.message.Json;
import java.util.List;

/** What became of the tests in a tool. */
public record TestReport(List<TestResult> results) {
  public TestReport {
    results = List.copyOf(results);
  }

  public boolean passed() {
    return results.stream().allMatch(TestResult::passed);
  }

  /** Every failure, by its place in the tool's JSON. */
  public List<Problem> problems() {
    return results.stream()
        .flatMap(
            result ->
                result.failures().stream()
                    .map(Difference::problem)
                    .map(
                        problem ->
                            new Problem(
                                problem.pointer(),
                                problem.message() + " (test \"" + result.name() + "\")")))
        .toList();
  }

  public ObjectNode json() {
    long passed = results.stream().filter(TestResult::passed).count();
    ObjectNode json = Json.object().put("ok", passed());
    json.put("passed", passed).put("failed", results.size() - passed);
    ArrayNode tests = json.putArray("tests");
    results.forEach(result -> tests.add(result.json()));
    return json;
  }
}
