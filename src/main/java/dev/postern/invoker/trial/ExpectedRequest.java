package dev.postern.invoker.trial;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Problem;
import dev.postern.message.Json;
import java.util.ArrayList;
import java.util.List;

/** Compares a request, as a step of a trial shows it, with what a test expects of it. */
final class ExpectedRequest {
  private ExpectedRequest() {}

  /**
   * @param expected one request, or the first ones in an array
   */
  static List<Difference> differences(
      JsonNode expected, List<ObjectNode> requests, String pointer) {
    List<Difference> all = new ArrayList<>();
    if (!expected.isArray()) {
      one(expected, requests.isEmpty() ? null : requests.get(0), pointer, all);
      return all;
    }
    for (int i = 0; i < expected.size(); i++) {
      one(expected.get(i), i < requests.size() ? requests.get(i) : null, pointer + "/" + i, all);
    }
    return all;
  }

  private static void one(
      JsonNode expected, ObjectNode request, String pointer, List<Difference> all) {
    if (request == null) {
      all.add(new Difference(pointer, "is missing: no such request was made", expected, null));
      return;
    }
    for (String key : List.of("method", "url")) {
      if (expected.has(key)) {
        all.addAll(Difference.between(expected.get(key), request.get(key), pointer + "/" + key));
      }
    }
    for (var header : expected.path("headers").properties()) {
      header(header.getKey(), header.getValue(), request, pointer + "/headers", all);
    }
    if (expected.has("body")) {
      all.addAll(body(expected.get("body"), request.path("body"), pointer + "/body"));
    }
  }

  /** One line of several with this name is enough. */
  private static void header(
      String name, JsonNode expected, ObjectNode request, String pointer, List<Difference> all) {
    JsonNode found = null;
    for (JsonNode line : request.get("headers")) {
      if (line.get("name").textValue().equalsIgnoreCase(name)) {
        found = line.get("value");
        if (found.equals(expected)) {
          return;
        }
      }
    }
    if (found != null || !expected.isNull()) {
      all.add(Difference.at(Problem.at(pointer, name), expected, found));
    }
  }

  private static List<Difference> body(JsonNode expected, JsonNode body, String pointer) {
    JsonNode text = body.has("text") ? body.get("text") : body.get("base64");
    if (text == null || expected.isTextual() && expected.equals(text)) {
      return Difference.between(expected, text, pointer);
    }
    try {
      return Difference.between(expected, Json.parse(text.textValue()), pointer);
    } catch (JsonProcessingException e) {
      return Difference.between(expected, text, pointer);
    }
  }
}
