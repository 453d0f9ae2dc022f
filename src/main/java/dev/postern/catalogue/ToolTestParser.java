package dev.postern.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads the keys {@code tests} and {@code testsMustPass} of a tool. Used for one tool. */
final class ToolTestParser {
  static final String TESTS = "tests";
  static final String MUST_PASS = "testsMustPass";

  private static final List<String> KEYS =
      List.of("name", "arguments", "client", "answer", "expect");
  private static final List<String> EXPECTED = List.of("request", "result", "isError");
  private static final List<String> OF_REQUEST = List.of("method", "url", "headers", "body");

  private final InputSchema arguments;
  private final Problems problems;
  private final Set<String> names = new HashSet<>();

  private ToolTestParser(InputSchema arguments, Problems problems) {
    this.arguments = arguments;
    this.problems = problems;
  }

  /**
   * @param arguments null where the tool's schema is wrong
   */
  static ToolTests parse(ObjectNode tool, InputSchema arguments, Problems problems) {
    boolean mustPass = flag(tool, problems);
    JsonNode written = tool.get(TESTS);
    if (written == null) {
      if (mustPass) {
        problems.add("/" + MUST_PASS, "needs \"" + TESTS + "\"");
      }
      return ToolTests.NONE;
    }
    if (!written.isArray()) {
      problems.add("/" + TESTS, "must be an array of tests");
      return ToolTests.NONE;
    }
    ToolTestParser parser = new ToolTestParser(arguments, problems);
    List<ToolTest> tests = new ArrayList<>();
    for (int i = 0; i < written.size(); i++) {
      String pointer = "/" + TESTS + "/" + i;
      if (written.get(i) instanceof ObjectNode test) {
        tests.add(parser.test(test, pointer));
      } else {
        problems.add(pointer, "must be an object with " + KEYS);
      }
    }
    return new ToolTests(tests, mustPass);
  }

  private static boolean flag(ObjectNode tool, Problems problems) {
    JsonNode value = tool.path(MUST_PASS);
    if (!value.isBoolean() && !value.isMissingNode()) {
      problems.add("/" + MUST_PASS, "must be true or false");
    }
    return value.booleanValue();
  }

  private ToolTest test(ObjectNode test, String pointer) {
    CommonKeys.checkKnown(test, pointer, KEYS, problems);
    String name = name(test.path("name"), pointer + "/name");
    JsonNode expect = test.path("expect");
    checkExpected(expect, pointer + "/expect");
    ObjectNode given = arguments(test, pointer, expect.path("isError").booleanValue());
    RecordedAnswers answers =
        RecordedAnswers.parse(test.get("answer"), pointer + "/answer", problems);
    JsonNode isError = expect.path("isError");
    return new ToolTest(
        name,
        pointer,
        given,
        TestClient.parse(test.get("client"), pointer + "/client", problems),
        expect.get("request"),
        expect.get("result"),
        isError.isBoolean() ? isError.booleanValue() : null,
        answers.all(),
        answers.again());
  }

  private String name(JsonNode name, String pointer) {
    if (!name.isTextual() || name.textValue().isBlank()) {
      problems.add(pointer, "must be a name, by which failures are reported");
    } else if (!names.add(name.textValue())) {
      problems.add(pointer, "is the name of an earlier test");
    }
    return name.asText();
  }

  /** What does not fit may be just what a test is about. */
  private ObjectNode arguments(ObjectNode test, String pointer, boolean mayBeWrong) {
    JsonNode given = test.path("arguments");
    if (given.isMissingNode()) {
      given = Json.object();
    }
    if (!(given instanceof ObjectNode object)) {
      problems.add(pointer + "/arguments", "must be an object");
      return Json.object();
    }
    if (arguments != null && !mayBeWrong) {
      for (Problem problem : arguments.validate(object)) {
        problems.add(
            pointer + "/arguments" + problem.pointer(),
            problem.message() + " (a test of that expects \"isError\": true)");
      }
    }
    return object;
  }

  private void checkExpected(JsonNode expect, String pointer) {
    if (!(expect instanceof ObjectNode object) || object.isEmpty()) {
      problems.add(pointer, "must be an object with at least one of " + EXPECTED);
      return;
    }
    CommonKeys.checkKnown(object, pointer, EXPECTED, problems);
    if (object.has("result") && !object.get("result").isObject()) {
      problems.add(pointer + "/result", "must be an object: what the result has at least");
    }
    if (object.has("isError") && !object.get("isError").isBoolean()) {
      problems.add(pointer + "/isError", "must be true or false");
    }
    JsonNode request = object.path("request");
    if (request.isArray() && !request.isEmpty()) {
      for (int i = 0; i < request.size(); i++) {
        checkRequest(request.get(i), pointer + "/request/" + i);
      }
    } else if (!request.isMissingNode()) {
      checkRequest(request, pointer + "/request");
    }
  }

  private void checkRequest(JsonNode written, String pointer) {
    if (!(written instanceof ObjectNode request) || request.isEmpty()) {
      problems.add(pointer, "must be an object with at least one of " + OF_REQUEST);
      return;
    }
    CommonKeys.checkKnown(request, pointer, OF_REQUEST, problems);
    for (String key : List.of("method", "url")) {
      if (request.has(key) && !request.get(key).isTextual()) {
        problems.add(pointer + "/" + key, "must be a string");
      }
    }
    JsonNode headers = request.path("headers");
    if (!headers.isObject() && !headers.isMissingNode()) {
      problems.add(pointer + "/headers", "must be an object");
    }
    for (var header : headers.properties()) {
      if (!header.getValue().isTextual() && !header.getValue().isNull()) {
        problems.add(
            Problem.at(pointer + "/headers", header.getKey()),
            "must be a string, or null for a header that must not be there");
      }
    }
  }
}
