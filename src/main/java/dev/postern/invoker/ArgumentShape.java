package dev.postern.invoker;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** What a tool's {@code inputSchema} says about the arguments that placeholders name. */
final class ArgumentShape {
  /** References may form a circle; no sane schema nests deeper on the way to one property. */
  private static final int MAX_HOPS = 20;

  private final JsonNode root;
  private final String key;

  /**
   * @param schema valid JSON Schema
   * @param key under which the document says so, for messages
   */
  ArgumentShape(JsonNode schema, String key) {
    root = schema;
    this.key = key;
  }

  /**
   * @param impossible why no argument can be there; null where one can
   * @param required whether every valid call has it
   * @param fallback the schema's {@code default} for it; null for none
   */
  record Found(String impossible, boolean required, JsonNode fallback) {}

  Found find(List<String> path) {
    List<JsonNode> level = expand(root);
    boolean required = true;
    JsonNode fallback = null;
    for (int step = 0; step < path.size(); step++) {
      String name = path.get(step);
      List<JsonNode> next = new ArrayList<>();
      boolean open = false;
      for (JsonNode schema : level) {
        JsonNode property = schema.path("properties").get(name);
        if (property != null && !isFalse(property)) {
          next.add(property);
        }
        open |= property == null && isOpen(schema);
      }
      if (next.isEmpty() && !open) {
        return new Found(whyNot(path, step, level), false, null);
      }
      required &= isRequired(name, level);
      if (next.isEmpty()) {
        return new Found(null, required && step == path.size() - 1, null);
      }
      level = next.stream().flatMap(schema -> expand(schema).stream()).toList();
      fallback = firstDefault(level);
    }
    return new Found(null, required, fallback);
  }

  /** Whether people wrote this schema; others are made of a prompt's or a template's own words. */
  boolean isWritten() {
    return key.equals("inputSchema");
  }

  /** The names that stand in {@code properties} at the top, for suggestions. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    for (JsonNode schema : expand(root)) {
      schema.path("properties").fieldNames().forEachRemaining(names::add);
    }
    return names;
  }

  private String whyNot(List<String> path, int step, List<JsonNode> level) {
    String owner = step == 0 ? key : "\"" + String.join(".", path.subList(0, step)) + "\"";
    boolean noObject = step > 0 && level.stream().noneMatch(schema -> mayBe(schema, "object"));
    return noObject
        ? owner + " is no object in " + key + ", so it has no member \"" + path.get(step) + "\""
        : owner + " has no property \"" + path.get(step) + "\"";
  }

  /**
   * JSON Schema is open by default; whoever lists properties means these. So only a schema that
   * says so, or that lists nothing at all, takes others.
   */
  private static boolean isOpen(JsonNode schema) {
    if (!mayBe(schema, "object")) {
      return false;
    }
    if (schema.has("patternProperties")) {
      return true;
    }
    JsonNode additional = schema.get("additionalProperties");
    if (additional != null) {
      return !isFalse(additional);
    }
    return !schema.has("properties")
        && !schema.has("allOf")
        && !schema.has("anyOf")
        && !schema.has("oneOf")
        && !schema.has("$ref");
  }

  private static boolean mayBe(JsonNode schema, String type) {
    JsonNode written = schema.path("type");
    if (written.isTextual()) {
      return written.textValue().equals(type);
    }
    for (JsonNode alternative : written) {
      if (type.equals(alternative.textValue())) {
        return true;
      }
    }
    return written.isMissingNode();
  }

  private static boolean isFalse(JsonNode schema) {
    return schema.isBoolean() && !schema.booleanValue();
  }

  /** Alternatives count too: that errs on the side of refusing less at load, more at the call. */
  private boolean isRequired(String name, List<JsonNode> level) {
    for (JsonNode schema : level) {
      for (JsonNode required : schema.path("required")) {
        if (name.equals(required.textValue())) {
          return true;
        }
      }
    }
    return false;
  }

  private static JsonNode firstDefault(List<JsonNode> level) {
    for (JsonNode schema : level) {
      if (schema.has("default")) {
        return schema.get("default");
      }
    }
    return null;
  }

  /** A schema with everything that applies, or may apply, at the same place. */
  private List<JsonNode> expand(JsonNode schema) {
    List<JsonNode> all = new ArrayList<>();
    expand(schema, all, 0);
    return all;
  }

  private void expand(JsonNode schema, List<JsonNode> all, int hops) {
    if (hops > MAX_HOPS || schema.isMissingNode()) {
      return;
    }
    all.add(schema);
    String reference = schema.path("$ref").asText("");
    if (reference.startsWith("#/")) {
      expand(root.at(JsonPointer.compile(reference.substring(1))), all, hops + 1);
    }
    for (String keyword : List.of("allOf", "anyOf", "oneOf")) {
      schema.path(keyword).forEach(part -> expand(part, all, hops + 1));
    }
    for (String keyword : List.of("then", "else")) {
      expand(schema.path(keyword), all, hops + 1);
    }
  }
}
