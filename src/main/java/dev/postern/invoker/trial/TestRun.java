package dev.postern.invoker.trial;

import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Problem;
import dev.postern.catalogue.TestClient;
import dev.postern.catalogue.Tool;
import dev.postern.catalogue.ToolTest;
import dev.postern.invoker.InvalidArguments;
import dev.postern.message.mcp.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the tests in a tool. Nothing is ever sent: each call is a rehearsal. */
public final class TestRun {
  private TestRun() {}

  public static TestReport of(Tool tool, List<ToolTest> tests) throws InterruptedException {
    List<TestResult> results = new ArrayList<>();
    for (ToolTest test : tests) {
      results.add(run(tool, test));
    }
    return new TestReport(results);
  }

  private static TestResult run(Tool tool, ToolTest test) throws InterruptedException {
    long start = System.nanoTime();
    CallRecorder recorder = CallRecorder.rehearsal(test.answers(), test.again());
    List<Problem> problems = tool.inputSchema().validate(test.arguments());
    TestClient client = test.client();
    Call call = new Call(test.arguments(), client.principal(), client.conversation(), recorder);
    Outcome outcome =
        problems.isEmpty() ? tool.binding().call(call) : InvalidArguments.result(problems);
    TrialSteps steps = new TrialSteps(test.arguments(), problems).with(recorder);
    List<Difference> failures = failures(test, recorder, outcome);
    long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    boolean ended = !recorder.ranOut();
    return new TestResult(
        test.name(), failures, (ended ? steps.with(outcome) : steps).json(), took);
  }

  private static List<Difference> failures(ToolTest test, CallRecorder recorder, Outcome outcome) {
    String expect = test.pointer() + "/expect";
    List<Difference> failures = new ArrayList<>();
    if (test.request() != null) {
      failures.addAll(
          ExpectedRequest.differences(test.request(), recorder.requests(), expect + "/request"));
    }
    if (recorder.ranOut()) {
      if (test.result() != null || test.isError() != null) {
        failures.add(noAnswer(test, recorder, expect));
      }
      return failures;
    }
    if (test.isError() != null) {
      boolean isError = outcome.json().path("isError").booleanValue();
      if (isError != test.isError()) {
        failures.add(
            Difference.at(
                expect + "/isError",
                BooleanNode.valueOf(test.isError()),
                BooleanNode.valueOf(isError)));
      }
    }
    if (test.result() != null) {
      failures.addAll(Difference.between(test.result(), outcome.json(), expect + "/result"));
    }
    return failures;
  }

  private static Difference noAnswer(ToolTest test, CallRecorder recorder, String expect) {
    String key = test.result() == null ? "/isError" : "/result";
    String message =
        "cannot be known: the tool makes its request number "
            + recorder.requests().size()
            + ", and \"answer\" has "
            + test.answers().size()
            + " (tests send nothing)";
    return new Difference(expect + key, message, test.result(), null);
  }
}
