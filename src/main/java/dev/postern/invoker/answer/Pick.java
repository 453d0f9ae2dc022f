package dev.postern.invoker.answer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.jayway.jsonpath.Configuration;
import com.jayway.jsonpath.InvalidPathException;
import com.jayway.jsonpath.JsonPath;
import com.jayway.jsonpath.JsonPathException;
import com.jayway.jsonpath.PathNotFoundException;
import com.jayway.jsonpath.spi.json.JacksonJsonNodeJsonProvider;
import com.jayway.jsonpath.spi.mapper.JacksonMappingProvider;
import dev.postern.catalogue.Problem;
import dev.postern.catalogue.Problems;
import dev.postern.message.Json;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is taken out of JSON: a path, an object whose members are picked each on their own, or
 * {@code {"each": path, "pick": …}} for every element of a list. Immutable.
 */
interface Pick {
  Configuration CONFIGURATION =
      Configuration.builder()
          .jsonProvider(new JacksonJsonNodeJsonProvider(Json.MAPPER))
          .mappingProvider(new JacksonMappingProvider(Json.MAPPER))
          .build();

  /** Null where there is no such thing. */
  JsonNode from(JsonNode json);

  /**
   * @return ignored where a problem was added
   */
  static Pick compile(JsonNode written, String pointer, Problems problems) {
    if (written.isTextual()) {
      return path(written.textValue(), pointer, problems);
    }
    if (!(written instanceof ObjectNode object) || object.isEmpty()) {
      problems.add(
          pointer, "must be a JSONPath such as \"$.name\", or an object whose members are such");
      return null;
    }
    if (object.size() == 2 && object.has("each") && object.has("pick")) {
      Pick elements = compile(object.get("each"), pointer + "/each", problems);
      Pick element = compile(object.get("pick"), pointer + "/pick", problems);
      return json -> each(elements, element, json);
    }
    Map<String, Pick> members = new LinkedHashMap<>();
    for (var property : object.properties()) {
      members.put(
          property.getKey(),
          compile(property.getValue(), Problem.at(pointer, property.getKey()), problems));
    }
    return json -> members(members, json);
  }

  private static Pick path(String text, String pointer, Problems problems) {
    try {
      if (!text.startsWith("$")) {
        problems.add(pointer, "must begin with \"$\", the whole answer, as in \"$.items\"");
        return null;
      }
      if (!isClosed(text)) {
        problems.add(pointer, "is not a JSONPath: a bracket or a quotation mark is not closed");
        return null;
      }
      JsonPath path = JsonPath.compile(text);
      return json -> found(path, json);
    } catch (InvalidPathException e) {
      problems.add(pointer, "is not a JSONPath: " + e.getMessage());
      return null;
    }
  }

  /** The library overlooks what is missing at the end. */
  private static boolean isClosed(String text) {
    Deque<Character> open = new ArrayDeque<>();
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote != 0) {
        i += c == '\\' ? 1 : 0;
        quote = c == quote ? 0 : quote;
      } else if (c == '\'' || c == '"') {
        quote = c;
      } else if (c == '[' || c == '(') {
        open.push(c == '[' ? ']' : ')');
      } else if ((c == ']' || c == ')') && (open.isEmpty() || open.pop() != c)) {
        return false;
      }
    }
    return quote == 0 && open.isEmpty();
  }

  private static JsonNode found(JsonPath path, JsonNode json) {
    try {
      Object value = path.read(json, CONFIGURATION);
      return value instanceof JsonNode node ? node : Json.MAPPER.valueToTree(value);
    } catch (PathNotFoundException e) {
      return null;
    } catch (JsonPathException e) { // a function that has nothing to work on
      return null;
    }
  }

  private static JsonNode members(Map<String, Pick> members, JsonNode json) {
    ObjectNode object = Json.object();
    members.forEach(
        (name, pick) -> {
          JsonNode value = pick.from(json);
          if (value != null) {
            object.set(name, value);
          }
        });
    return object;
  }

  private static JsonNode each(Pick elements, Pick element, JsonNode json) {
    JsonNode list = elements.from(json);
    if (list == null) {
      return null;
    }
    ArrayNode picked = Json.NODES.arrayNode();
    for (JsonNode one : list.isArray() ? list : Json.NODES.arrayNode().add(list)) {
      JsonNode value = element.from(one);
      if (value != null) {
        picked.add(value);
      }
    }
    return picked;
  }
}
