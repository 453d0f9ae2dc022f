package dev.postern.invoker;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.postern.template.Expression;
import dev.postern.template.Expression.Step;
import dev.postern.template.PercentEncoding;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What a tool's {@code inputSchema} says about the arguments that placeholders name. */
final class ArgumentShape {
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
   * @param types that it may have by the schema; empty where the schema does not say
   */
  record Found(String impossible, boolean required, JsonNode fallback, Set<String> types) {}

  Found find(List<Step> path) {
    List<JsonNode> level = expand(List.of(root));
    boolean required = true;
    JsonNode fallback = null;
    for (int i = 0; i < path.size(); i++) {
      Step step = path.get(i);
      List<JsonNode> next = new ArrayList<>();
      boolean open = false;
      for (JsonNode schema : level) {
        JsonNode below = below(schema, step);
        if (below != null && !isFalse(below)) {
          next.add(below);
        }
        open |= below == null && isOpen(schema, step);
      }
      if (next.isEmpty() && !open) {
        return new Found(whyNot(path, i, level), false, null, Set.of());
      }
      required &= isRequired(step, level);
      if (next.isEmpty()) {
        return new Found(null, required && i == path.size() - 1, null, Set.of());
      }
      level = expand(next);
      fallback = firstDefault(level);
    }
    return new Found(null, required, fallback, types(level));
  }

  /** The schema of a member or an element; null where none stands there. */
  private static JsonNode below(JsonNode schema, Step step) {
    if (!step.isElement()) {
      return schema.path("properties").get(step.name());
    }
    if (schema.path("maxItems").asInt(Integer.MAX_VALUE) <= step.index()) {
      return BooleanNode.FALSE;
    }
    JsonNode own = schema.path("prefixItems").get(step.index());
    return own == null ? schema.get("items") : own;
  }

  private static Set<String> types(List<JsonNode> level) {
    Set<String> types = new LinkedHashSet<>();
    for (JsonNode schema : level) {
      JsonNode written = schema.path("type");
      if (written.isTextual()) {
        types.add(written.textValue());
      }
      written.forEach(type -> types.add(type.asText()));
    }
    return types;
  }

  /** Whether people wrote this schema; others are made of a prompt's or a template's own words. */
  boolean isWritten() {
    return key.equals("inputSchema");
  }

  /** The names that stand in {@code properties} at the top, for suggestions. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    for (JsonNode schema : expand(List.of(root))) {
      schema.path("properties").fieldNames().forEachRemaining(names::add);
    }
    return names;
  }

  private String whyNot(List<Step> path, int index, List<JsonNode> level) {
    Step step = path.get(index);
    String owner = index == 0 ? key : "\"" + Expression.text(path.subList(0, index)) + "\"";
    String kind = step.isElement() ? "array" : "object";
    boolean other = index > 0 && level.stream().noneMatch(schema -> mayBe(schema, kind));
    if (step.isElement()) {
      return other || index == 0
          ? owner + " is no array in " + key + ", so it has no element " + step.index()
          : owner + " has no element " + step.index() + " by its items or maxItems";
    }
    return other
        ? owner + " is no object in " + key + ", so it has no member \"" + step.name() + "\""
        : owner + " has no property \"" + step.name() + "\"";
  }

  /**
   * JSON Schema is open by default; whoever lists properties means these. So only a schema that
   * says so, or that lists nothing at all, takes others.
   */
  private boolean isOpen(JsonNode schema, Step step) {
    if (!mayBe(schema, step.isElement() ? "array" : "object")) {
      return false;
    }
    if (step.isElement()) {
      return schema.has("type") || isSilent(schema) || leadsElsewhere(schema);
    }
    if (schema.has("patternProperties")) {
      return true;
    }
    JsonNode additional = schema.get("additionalProperties");
    if (additional != null) {
      return !isFalse(additional);
    }
    return isSilent(schema) || leadsElsewhere(schema);
  }

  /** By {@code $id} or dynamically; what stands there is not looked up for messages at load. */
  private boolean leadsElsewhere(JsonNode schema) {
    return schema.has("$dynamicRef") || schema.has("$ref") && referred(schema).isMissingNode();
  }

  private static boolean isSilent(JsonNode schema) {
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
  private boolean isRequired(Step step, List<JsonNode> level) {
    for (JsonNode schema : level) {
      if (step.isElement() && schema.path("minItems").asInt() > step.index()) {
        return true;
      }
      for (JsonNode required : schema.path("required")) {
        if (required.asText().equals(step.name())) {
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

  /** Schemas with everything that applies, or may apply, at the same place. */
  private List<JsonNode> expand(List<JsonNode> schemas) {
    List<JsonNode> all = new ArrayList<>();
    Set<JsonNode> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    schemas.forEach(schema -> expand(schema, all, seen));
    return all;
  }

  /** Each one once: references may form circles. */
  private void expand(JsonNode schema, List<JsonNode> all, Set<JsonNode> seen) {
    if (schema.isMissingNode() || !seen.add(schema)) {
      return;
    }
    all.add(schema);
    expand(referred(schema), all, seen);
    for (String keyword : List.of("allOf", "anyOf", "oneOf", "dependentSchemas")) {
      schema.path(keyword).forEach(part -> expand(part, all, seen));
    }
    for (String keyword : List.of("then", "else")) {
      expand(schema.path(keyword), all, seen);
    }
  }

  /** What its reference leads to within this document; missing where that is not known here. */
  private JsonNode referred(JsonNode schema) {
    String reference = schema.path("$ref").asText("");
    if (reference.equals("#")) {
      return root;
    }
    if (reference.startsWith("#/")) {
      String pointer = PercentEncoding.decode(reference.substring(1));
      return pointer == null ? MissingNode.getInstance() : root.at(JsonPointer.compile(pointer));
    }
    for (JsonNode named : root.findParents("$anchor")) {
      if (reference.equals("#" + named.path("$anchor").asText())) {
        return named;
      }
    }
    return MissingNode.getInstance();
  }
}
