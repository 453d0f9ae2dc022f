package dev.postern.admin.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.ConfigParser;
import dev.postern.catalogue.Problem;
import dev.postern.catalogue.Problems;
import dev.postern.catalogue.ToolTest;
import dev.postern.invoker.trial.CallRecorder;
import dev.postern.invoker.trial.TrialSteps;
import dev.postern.message.Json;
import dev.postern.message.mcp.Outcome;
import dev.postern.security.Principal;
import dev.postern.source.Kind;
import dev.postern.source.StoredRow;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * One trial of a row: finds what is meant, as stored or as sent, and times it.
 *
 * @param live finds what serves under a name; null where nothing does, or another text than stored
 * @param <T> what the row becomes
 */
record RowTrial<T>(
    Kind kind, Stored rows, Function<String, T> live, ConfigParser<T> parser, Trial<T> trial) {
  private static final List<String> KEYS = List.of("name", "configJson", "arguments");
  private static final List<String> KEYS_OF_TESTS = List.of("name", "configJson", "test");

  /** Where rows are that exist. */
  @FunctionalInterface
  interface Stored {
    StoredRow named(String name) throws Refusal;
  }

  /**
   * @param named the row that the path names; null where the body does
   */
  ObjectNode run(String named, Body body, Principal caller) throws Refusal {
    T entry = entry(named, body, KEYS);
    ObjectNode arguments = arguments(body.json().get("arguments"));
    check(entry, arguments, body);
    return timed(entry, arguments, caller);
  }

  /** As far as a call gets without anything sent. */
  ArrayNode rehearse(T entry, Body body, Principal caller) throws Refusal {
    ObjectNode arguments = arguments(body.json().get("arguments"));
    check(entry, arguments, body);
    CallRecorder recorder = CallRecorder.dry();
    try {
      Outcome outcome = trial.run(entry, arguments, caller, recorder);
      TrialSteps steps = new TrialSteps(arguments, List.of()).with(recorder);
      return (recorder.ranOut() ? steps : steps.with(outcome)).json();
    } catch (InterruptedException e) {
      throw stopping();
    }
  }

  /**
   * Runs its tests, or the one that the body names.
   *
   * @param named the row that the path names; null where the body does
   */
  ObjectNode test(String named, Body body) throws Refusal {
    T entry = entry(named, body, KEYS_OF_TESTS);
    List<ToolTest> tests = trial.tests(entry).all();
    if (body.json().hasNonNull("test")) {
      String wanted = body.json().get("test").asText();
      tests = tests.stream().filter(test -> test.name().equals(wanted)).toList();
      if (tests.isEmpty()) {
        throw Refusal.of(404, "not_found", "There is no test of this name");
      }
    }
    try {
      return trial.test(entry, tests).json();
    } catch (InterruptedException e) {
      throw stopping();
    }
  }

  private void check(T entry, ObjectNode arguments, Body body) throws Refusal {
    List<Problem> problems = trial.check(entry, arguments);
    if (!problems.isEmpty()) {
      throw Refusal.withProblems(
              "invalid_arguments",
              kind == Kind.TOOL
                  ? "The arguments do not fit the tool's inputSchema"
                  : "The arguments do not fit the " + kind.noun(),
              Places.describe(problems, body.text(), "/arguments"))
          .with("steps", new TrialSteps(arguments, problems).json());
    }
  }

  private T entry(String named, Body body, List<String> keys) throws Refusal {
    Problems problems = new Problems();
    body.checkKeys(keys, problems);
    SentRow sent = SentRow.isWrapped(body) ? SentRow.wrapped(body, kind, problems) : null;
    if (!problems.isEmpty()) {
      throw Refusal.withProblems(
          "invalid_request",
          "The body has mistakes",
          Places.describe(problems.list(), body.text(), ""));
    }
    return sent == null ? stored(named, body) : sent.parse(parser, kind);
  }

  private T stored(String named, Body body) throws Refusal {
    String name = named == null ? body.json().path("name").asText() : named;
    String text = rows.named(name).configJson();
    T serving = live.apply(name);
    return serving == null
        ? new SentRow(name, text, Body.parse(text), text, "").parse(parser, kind)
        : serving;
  }

  private static ObjectNode arguments(JsonNode sent) throws Refusal {
    if (sent == null || sent.isNull()) {
      return Json.object();
    }
    if (sent instanceof ObjectNode object) {
      return object;
    }
    throw Refusal.of(400, "wrong_type", "\"arguments\" must be an object");
  }

  private ObjectNode timed(T entry, ObjectNode arguments, Principal caller) throws Refusal {
    long start = System.nanoTime();
    try {
      CallRecorder recorder = CallRecorder.live();
      Outcome result = trial.run(entry, arguments, caller, recorder);
      long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      ObjectNode answer = Json.object().put("ok", true);
      answer.set("result", result.json());
      answer.put("tookMs", took);
      TrialSteps steps = new TrialSteps(arguments, List.of()).with(recorder).with(result);
      answer.set("steps", steps.json());
      return answer;
    } catch (InterruptedException e) {
      throw stopping();
    }
  }

  static Refusal stopping() {
    Thread.currentThread().interrupt();
    return Refusal.of(503, "stopping", "The server is stopping; the call was given up");
  }
}
