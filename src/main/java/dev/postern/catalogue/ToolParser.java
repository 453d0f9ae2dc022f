package dev.postern.catalogue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Turns a tool's JSON into a tool: the only place that knows its common keys. What a type adds
 * stands in its {@link ToolType}.
 */
public final class ToolParser {

  /** As long as the column {@code mcp_tool.name}. */
  public static final int MAX_NAME_LENGTH = 200;

  /** What {@code tools/list} shows, passed on as written: the members of the schema's Tool. */
  private static final List<String> PUBLISHED =
      List.of(
          "name",
          "title",
          "description",
          "inputSchema",
          "outputSchema",
          "annotations",
          "icons",
          "_meta");

  private final Map<String, ToolType> types = new TreeMap<>();

  public ToolParser(Collection<ToolType> types) {
    for (ToolType type : types) {
      this.types.put(type.name(), type);
    }
  }

  /**
   * @param name the row's name; the JSON may leave it out but not contradict it
   * @throws BadToolException with everything that is wrong
   */
  public Tool parse(String name, String json) throws BadToolException {
    JsonNode document;
    try {
      document = Json.parse(json);
    } catch (JsonProcessingException e) {
      throw new BadToolException(List.of(new Problem("", notJson(e))));
    }
    return parse(name, document);
  }

  /**
   * @throws BadToolException with everything that is wrong
   */
  public Tool parse(String name, JsonNode document) throws BadToolException {
    Problems problems = new Problems();
    Tool tool =
        document instanceof ObjectNode object
            ? parse(name, object, problems)
            : notAnObject(problems);
    if (!problems.isEmpty()) {
      throw new BadToolException(problems.list());
    }
    return tool;
  }

  private Tool parse(String name, ObjectNode json, Problems problems) {
    checkName(name, json.get("name"), problems);
    checkText(json, "title", problems);
    checkText(json, "description", problems);
    checkObject(json, "annotations", problems);
    checkObject(json, "outputSchema", problems);
    checkObject(json, "_meta", problems);
    if (json.has("icons") && !json.get("icons").isArray()) {
      problems.add("/icons", "must be an array");
    }
    InputSchema schema = InputSchema.compile(inputSchema(json), "/inputSchema", problems);
    ToolType type = type(json, problems);
    checkKeys(json, type, problems);
    Binding binding = null;
    if (type != null) {
      JsonNode block = json.path(type.name());
      if (schema != null) {
        binding = type.compile(block, schema, problems);
      }
    }
    return schema == null ? null : new Tool(name, published(name, json, schema), schema, binding);
  }

  private static Tool notAnObject(Problems problems) {
    problems.add("", "A tool is a JSON object");
    return null;
  }

  private static void checkName(String name, JsonNode written, Problems problems) {
    if (name.isBlank()) {
      problems.add("/name", "must not be empty");
    } else if (!name.equals(name.strip())) {
      // MySQL's and MariaDB's binary collations take "a" and "a " for one key.
      problems.add("/name", "must not begin or end with a space");
    } else if (name.codePointCount(0, name.length()) > MAX_NAME_LENGTH) {
      problems.add("/name", "must be at most " + MAX_NAME_LENGTH + " characters long");
    } else if (name.codePoints().anyMatch(Character::isISOControl)) {
      problems.add("/name", "must not contain control characters such as line breaks");
    } else if (name.codePoints().anyMatch(ToolParser::isHalfOfAPair)) {
      problems.add("/name", "must be Unicode text: it has half a surrogate pair");
    }
    if (written != null && !name.equals(written.textValue())) {
      problems.add("/name", "must be the row's name, " + Json.text(Json.NODES.textNode(name)));
    }
  }

  /** Databases store another character in its place, and the name would not be found again. */
  private static boolean isHalfOfAPair(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }

  private static void checkText(ObjectNode json, String key, Problems problems) {
    if (json.has(key) && !json.get(key).isTextual()) {
      problems.add("/" + key, "must be a string");
    }
  }

  private static void checkObject(ObjectNode json, String key, Problems problems) {
    if (json.has(key) && !json.get(key).isObject()) {
      problems.add("/" + key, "must be an object");
    }
  }

  /** A tool without arguments needs no schema. */
  private static JsonNode inputSchema(ObjectNode json) {
    return json.has("inputSchema")
        ? json.get("inputSchema")
        : Json.object().put("type", "object").put("additionalProperties", false);
  }

  private ToolType type(ObjectNode json, Problems problems) {
    String known = "must be one of " + types.keySet();
    JsonNode written = json.get("type");
    if (written == null) {
      problems.add("/type", "is missing; it " + known);
      return null;
    }
    ToolType type = written.isTextual() ? types.get(written.textValue()) : null;
    if (type == null) {
      problems.add("/type", known + ", not " + written);
    }
    return type;
  }

  /**
   * @param type null where it is unknown; the settings of any may be meant then
   */
  private void checkKeys(ObjectNode json, ToolType type, Problems problems) {
    List<String> known = new java.util.ArrayList<>(PUBLISHED);
    known.add("type");
    known.addAll(type == null ? types.keySet() : List.of(type.name()));
    for (Iterator<String> keys = json.fieldNames(); keys.hasNext(); ) {
      String key = keys.next();
      if (!known.contains(key)) {
        problems.add(
            Problem.at("", key),
            types.containsKey(key)
                ? "does not belong to a tool of type \"" + type.name() + "\""
                : UnknownKey.message(key, known));
      }
    }
  }

  private static ObjectNode published(String name, ObjectNode json, InputSchema schema) {
    ObjectNode definition = Json.object();
    for (String key : PUBLISHED) {
      switch (key) {
        case "name" -> definition.put("name", name);
        case "inputSchema" -> definition.set("inputSchema", schema.json());
        default -> {
          if (json.has(key)) {
            definition.set(key, json.get(key));
          }
        }
      }
    }
    return definition;
  }

  private static String notJson(JsonProcessingException e) {
    String place =
        e.getLocation() == null
            ? ""
            : " at line "
                + e.getLocation().getLineNr()
                + ", column "
                + e.getLocation().getColumnNr();
    return "is not JSON" + place + ": " + e.getOriginalMessage();
  }
}
