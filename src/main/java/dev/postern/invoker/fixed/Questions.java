package dev.postern.invoker.fixed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Problem;
import dev.postern.catalogue.Problems;
import dev.postern.invoker.Placeholders;
import dev.postern.message.Json;
import dev.postern.template.Scope;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a tool asks its client before it answers, by the tool's own keys. Immutable. */
record Questions(Map<String, Question> byKey) {

  /**
   * @return null where a problem was added
   */
  static Questions compile(JsonNode json, Placeholders placeholders, Problems problems) {
    Map<String, Question> byKey = new LinkedHashMap<>();
    if (!json.isObject() || json.isEmpty()) {
      problems.add("/static/input", "must be an object with a question for each of its keys");
      return null;
    }
    for (Map.Entry<String, JsonNode> entry : json.properties()) {
      String pointer = Problem.at("/static/input", entry.getKey());
      byKey.put(
          entry.getKey(), Question.compile(entry.getValue(), pointer, placeholders, problems));
    }
    return new Questions(byKey);
  }

  /** Those that have no good answer yet; empty where all are answered. */
  ObjectNode open(ObjectNode answers, Scope scope) {
    ObjectNode open = Json.object();
    byKey.forEach(
        (key, question) -> {
          if (!answers.has(key)) {
            open.set(key, question.render(scope));
          }
        });
    return open;
  }
}
