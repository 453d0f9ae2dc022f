package dev.postern.admin.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Problem;
import dev.postern.catalogue.ToolTest;
import dev.postern.catalogue.ToolTests;
import dev.postern.invoker.trial.TestReport;
import dev.postern.message.mcp.Outcome;
import dev.postern.security.Principal;
import dev.postern.telemetry.CallTrace;
import java.util.List;

/**
 * How one kind is tried out.
 *
 * @param <T> {@link dev.postern.catalogue.Tool Tool}, {@link dev.postern.catalogue.Prompt Prompt}
 *     or {@link dev.postern.catalogue.Resource Resource}
 */
public interface Trial<T> {

  /** What is wrong with the arguments, with pointers into them; empty where nothing is. */
  List<Problem> check(T entry, ObjectNode arguments);

  /**
   * @param arguments already checked
   */
  Outcome run(T entry, ObjectNode arguments, Principal caller, CallTrace trace)
      throws InterruptedException;

  /** The tests in it. */
  default ToolTests tests(T entry) {
    return ToolTests.NONE;
  }

  /** Runs some of its tests. */
  default TestReport test(T entry, List<ToolTest> tests) throws InterruptedException {
    return new TestReport(List.of());
  }
}
