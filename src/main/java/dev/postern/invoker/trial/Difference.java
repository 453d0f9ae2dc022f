package dev.postern.invoker.trial;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Problem;
import dev.postern.message.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * Something that is not as it was expected.
 *
 * @param pointer where in the tool's JSON it was expected
 * @param message what is wrong, a clause
 * @param expected null where the expectation is not a value
 * @param actual null where there is nothing
 */
public record Difference(String pointer, String message, JsonNode expected, JsonNode actual) {
  private static final int SHOWN = 120;

  /** What is expected must be there; there may be more members in objects. */
  static List<Difference> between(JsonNode expected, JsonNode actual, String pointer) {
    List<Difference> all = new ArrayList<>();
    compare(expected, actual, pointer, all);
    return all;
  }

  static Difference at(String pointer, JsonNode expected, JsonNode actual) {
    String message =
        actual == null
            ? "is missing; expected was " + shown(expected)
            : "is " + shown(actual) + ", and expected was " + shown(expected);
    return new Difference(pointer, message, expected, actual);
  }

  Problem problem() {
    return new Problem(pointer, message);
  }

  ObjectNode json() {
    ObjectNode json = Json.object().put("pointer", pointer).put("message", message);
    if (expected != null) {
      json.set("expected", expected);
    }
    if (actual != null) {
      json.set("actual", actual);
    }
    return json;
  }

  private static void compare(
      JsonNode expected, JsonNode actual, String pointer, List<Difference> all) {
    if (expected.isObject() && actual != null && actual.isObject()) {
      for (var member : expected.properties()) {
        String at = Problem.at(pointer, member.getKey());
        compare(member.getValue(), actual.get(member.getKey()), at, all);
      }
    } else if (expected.isArray() && actual != null && actual.isArray()) {
      elements(expected, actual, pointer, all);
    } else if (!isSame(expected, actual)) {
      all.add(at(pointer, expected, actual));
    }
  }

  private static void elements(
      JsonNode expected, JsonNode actual, String pointer, List<Difference> all) {
    if (expected.size() != actual.size()) {
      String message = "has " + actual.size() + " elements, and expected were " + expected.size();
      all.add(new Difference(pointer, message, expected, actual));
      return;
    }
    for (int i = 0; i < expected.size(); i++) {
      compare(expected.get(i), actual.get(i), pointer + "/" + i, all);
    }
  }

  /** {@code null} stands for what is absent too; numbers are the same if they are equal. */
  private static boolean isSame(JsonNode expected, JsonNode actual) {
    if (actual == null || actual.isNull()) {
      return expected.isNull();
    }
    return expected.isNumber() && actual.isNumber()
        ? expected.decimalValue().compareTo(actual.decimalValue()) == 0
        : expected.equals(actual);
  }

  private static String shown(JsonNode value) {
    String text = Json.text(value);
    if (text.length() <= SHOWN) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(SHOWN - 1)) ? SHOWN - 1 : SHOWN;
    return text.substring(0, end) + "\u2026";
  }
}
