package dev.postern.wiring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Every object of a row in which the language knows all keys, found in its schema. */
final class LanguageBlocks {

  /** Settings that say something about a service, and so need one beside them. */
  private static final List<String> OF_SERVICES =
      List.of(
          "auth",
          "redirects",
          "limits",
          "policy",
          "responseMapping",
          "errors",
          "pagination",
          "asyncJob",
          "stream");

  private final Map<String, JsonNode> documents;
  private final String noun;
  private final List<Block> found = new ArrayList<>();

  /**
   * One of them.
   *
   * @param path from the root; a number is a place in an array
   * @param known the keys it may have
   * @param given what makes this form of several the one that is meant
   */
  record Block(String noun, List<Object> path, List<String> known, Map<String, JsonNode> given) {

    String pointer() {
      StringBuilder pointer = new StringBuilder();
      path.forEach(step -> pointer.append('/').append(step));
      return pointer.toString();
    }

    /** A row that has this block, with one more key in it. */
    ObjectNode rowWith(String key) {
      ObjectNode row = row(path.isEmpty() ? key : path.get(0).toString());
      ObjectNode block = (ObjectNode) below(row, path);
      given.forEach(block::set);
      block.put(key, 1);
      return row;
    }

    private ObjectNode row(String first) {
      ObjectNode row = Json.object().put("name", "x");
      boolean service = OF_SERVICES.contains(first);
      if (noun.equals("tool")) {
        String type =
            first.startsWith("static") ? "static" : first.startsWith("feign") ? "feign" : "http";
        row.put("type", type);
        service = type.equals("http");
      } else if (noun.equals("prompt")) {
        row.putArray("arguments").addObject().put("name", "x");
      } else {
        row.put(
            first.equals("poll") ? "uri" : "uriTemplate", first.equals("poll") ? "a:b" : "a:{x}");
      }
      if (service) {
        row.putObject("http").put("url", "https://api.example.com").put("method", "POST");
      }
      if (first.equals("completions") && path.size() > 2) {
        ObjectNode completion = row.putObject("completions").putObject("x");
        if (OF_SERVICES.contains(path.get(2).toString())) {
          completion.putObject("http").put("url", "https://api.example.com");
        }
      }
      return row;
    }

    private static JsonNode below(ObjectNode row, List<Object> path) {
      JsonNode at = row;
      for (int i = 0; i < path.size(); i++) {
        boolean holdsArray = i + 1 < path.size() && path.get(i + 1) instanceof Integer;
        JsonNode next = holdsArray ? Json.NODES.arrayNode() : Json.object();
        if (at instanceof ArrayNode array) {
          at = array.isEmpty() ? array.add(next).get(0) : array.get(0);
        } else {
          String key = path.get(i).toString();
          if (!at.path(key).isContainerNode()) {
            ((ObjectNode) at).set(key, next);
          }
          at = at.get(key);
        }
      }
      return at;
    }
  }

  private LanguageBlocks(Map<String, JsonNode> documents, String noun) {
    this.documents = documents;
    this.noun = noun;
  }

  /**
   * @param documents all schemas by the names of their files
   */
  static List<Block> of(Map<String, JsonNode> documents, String noun) {
    LanguageBlocks blocks = new LanguageBlocks(documents, noun);
    String file = noun + ".json";
    blocks.walk(documents.get(file), file, List.of(), List.of());
    return blocks.found;
  }

  /**
   * @param above the schemas that led here; one that is among them leads round and round
   */
  private void walk(JsonNode schema, String file, List<Object> path, List<JsonNode> above) {
    if (above.contains(schema)) {
      return;
    }
    List<JsonNode> way = new ArrayList<>(above);
    way.add(schema);
    if (schema.path("additionalProperties").isBoolean() && schema.has("properties")) {
      add(schema.get("properties"), path);
    }
    if (schema.has("$ref")) {
      String reference = schema.get("$ref").textValue();
      String target = reference.startsWith("#") ? file : reference.split("#")[0];
      walk(documents.get(target).at(reference.split("#")[1]), target, path, way);
    }
    for (String word : List.of("anyOf", "oneOf", "allOf")) {
      schema.path(word).forEach(form -> walk(form, file, path, way));
    }
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      if (!property.getKey().endsWith("Schema")) { // JSON Schema's own words are another language
        walk(property.getValue(), file, with(path, property.getKey()), way);
      }
    }
    if (schema.path("additionalProperties").isObject()) {
      walk(schema.get("additionalProperties"), file, with(path, "x"), way);
    }
    if (schema.has("items")) {
      walk(schema.get("items"), file, with(path, 0), way);
    }
  }

  private void add(JsonNode properties, List<Object> path) {
    List<String> known = new ArrayList<>();
    Map<String, JsonNode> given = new HashMap<>();
    for (Map.Entry<String, JsonNode> property : properties.properties()) {
      known.add(property.getKey());
      if (property.getValue().has("const")) {
        given.put(property.getKey(), property.getValue().get("const"));
      }
    }
    found.add(new Block(noun, path, known, given));
  }

  private static List<Object> with(List<Object> path, Object step) {
    List<Object> longer = new ArrayList<>(path);
    longer.add(step);
    return longer;
  }
}
