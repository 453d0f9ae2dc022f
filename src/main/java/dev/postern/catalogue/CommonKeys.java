package dev.postern.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;

/** What tools, prompts and resources have in common in their JSON. */
final class CommonKeys {

  /** As long as the columns {@code name}. */
  static final int MAX_NAME_LENGTH = 200;

  private CommonKeys() {}

  /**
   * @throws BadConfigException if it is no object
   */
  static ObjectNode object(JsonNode document, String noun) throws BadConfigException {
    if (document instanceof ObjectNode object) {
      return object;
    }
    throw new BadConfigException(List.of(new Problem("", noun + " is a JSON object")));
  }

  /** Checks the members that every kind has. */
  static void check(String name, ObjectNode json, Problems problems) {
    checkName(name, json.get("name"), problems);
    checkText(json, "title", problems);
    checkText(json, "description", problems);
    checkObject(json, "_meta", problems);
    if (json.has("icons") && !json.get("icons").isArray()) {
      problems.add("/icons", "must be an array");
    }
  }

  static void checkText(ObjectNode json, String key, Problems problems) {
    if (json.has(key) && !json.get(key).isTextual()) {
      problems.add("/" + key, "must be a string");
    }
  }

  static void checkObject(ObjectNode json, String key, Problems problems) {
    checkObject(json, "", key, problems);
  }

  static void checkObject(ObjectNode json, String pointer, String key, Problems problems) {
    if (json.has(key) && !json.get(key).isObject()) {
      problems.add(pointer + "/" + key, "must be an object");
    }
  }

  /** Finds keys that nobody knows. */
  static void checkKnown(
      ObjectNode json, String pointer, Collection<String> known, Problems problems) {
    for (Iterator<String> keys = json.fieldNames(); keys.hasNext(); ) {
      String key = keys.next();
      if (!known.contains(key)) {
        problems.add(Problem.at(pointer, key), UnknownKey.message(key, known));
      }
    }
  }

  /** What clients see of it, as written. */
  static ObjectNode published(String name, ObjectNode json, Collection<String> keys) {
    ObjectNode definition = Json.object();
    for (String key : keys) {
      if (key.equals("name")) {
        definition.put("name", name);
      } else if (json.has(key)) {
        definition.set(key, json.get(key));
      }
    }
    return definition;
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
    } else if (name.codePoints().anyMatch(CommonKeys::isHalfOfAPair)) {
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
}
