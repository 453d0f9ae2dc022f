package dev.postern.admin.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Conversation;
import dev.postern.catalogue.Problem;
import dev.postern.catalogue.Prompt;
import dev.postern.catalogue.Resource;
import dev.postern.catalogue.Tool;
import dev.postern.catalogue.ToolTest;
import dev.postern.catalogue.ToolTests;
import dev.postern.invoker.ToolInvoker;
import dev.postern.invoker.trial.TestReport;
import dev.postern.invoker.trial.TestRun;
import dev.postern.message.mcp.Outcome;
import dev.postern.security.Principal;
import dev.postern.telemetry.CallTrace;
import java.util.ArrayList;
import java.util.List;

/** The trials of the three kinds. */
public final class Trials {
  private Trials() {}

  /** A call with the arguments. Tests need pass only where the tool says so. */
  public static Trial<Tool> ofTools(ToolInvoker invoker) {
    return ofTools(invoker, false);
  }

  /**
   * A call with the arguments.
   *
   * @param testsMustPass whatever the tool says
   */
  public static Trial<Tool> ofTools(ToolInvoker invoker, boolean testsMustPass) {
    return new Trial<>() {
      @Override
      public List<Problem> check(Tool tool, ObjectNode arguments) {
        return tool.inputSchema().validate(arguments);
      }

      @Override
      public Outcome run(Tool tool, ObjectNode arguments, Principal caller, CallTrace trace)
          throws InterruptedException {
        return invoker.invoke(tool, watched(arguments, caller, trace));
      }

      @Override
      public ToolTests tests(Tool tool) {
        ToolTests tests = tool.tests();
        return testsMustPass ? new ToolTests(tests.all(), true) : tests;
      }

      @Override
      public TestReport test(Tool tool, List<ToolTest> tests) throws InterruptedException {
        return TestRun.of(tool, tests);
      }
    };
  }

  /** The messages for the arguments. */
  public static Trial<Prompt> ofPrompts() {
    return new Trial<>() {
      @Override
      public List<Problem> check(Prompt prompt, ObjectNode arguments) {
        List<Problem> problems = new ArrayList<>();
        for (String name : prompt.required()) {
          if (!arguments.has(name)) {
            problems.add(new Problem(Problem.at("", name), "is missing"));
          }
        }
        arguments
            .properties()
            .forEach(
                given -> {
                  if (!given.getValue().isTextual()) {
                    problems.add(new Problem(Problem.at("", given.getKey()), "must be a string"));
                  }
                });
        return problems;
      }

      @Override
      public Outcome run(Prompt prompt, ObjectNode arguments, Principal caller, CallTrace trace)
          throws InterruptedException {
        return prompt.binding().call(watched(arguments, caller, trace));
      }
    };
  }

  /** The contents; of a template those for the argument {@code uri}. */
  public static Trial<Resource> ofResources() {
    return new Trial<>() {
      @Override
      public List<Problem> check(Resource resource, ObjectNode arguments) {
        boolean fits = resource.pattern().match(uri(resource, arguments)).isPresent();
        return fits
            ? List.of()
            : List.of(new Problem("/uri", "must be a URI of " + resource.pattern().text()));
      }

      @Override
      public Outcome run(Resource resource, ObjectNode arguments, Principal caller, CallTrace trace)
          throws InterruptedException {
        String uri = uri(resource, arguments);
        ObjectNode holes = resource.pattern().match(uri).orElseThrow();
        return resource.binding().call(watched(holes.put("uri", uri), caller, trace));
      }
    };
  }

  private static Call watched(ObjectNode arguments, Principal caller, CallTrace trace) {
    return new Call(arguments, caller, Conversation.NONE, trace);
  }

  private static String uri(Resource resource, ObjectNode arguments) {
    String own = resource.isTemplate() ? "" : resource.pattern().text();
    return arguments.path("uri").asText(own);
  }
}
