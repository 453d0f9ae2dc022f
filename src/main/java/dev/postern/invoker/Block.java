package dev.postern.invoker;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Config;
import dev.postern.catalogue.Problem;
import dev.postern.catalogue.Problems;
import dev.postern.catalogue.UnknownKey;
import dev.postern.message.Json;
import java.util.Collection;
import java.util.List;

/** The settings of one type of tool; reports what is wrong with them by their pointers. */
public final class Block {
  private final ObjectNode json;
  private final String pointer;
  private final Problems problems;

  private Block(ObjectNode json, String pointer, Problems problems) {
    this.json = json;
    this.pointer = pointer;
    this.problems = problems;
  }

  /**
   * Reads what stands under a key.
   *
   * @param known every key it may have
   */
  public static Block read(Config config, String key, Collection<String> known) {
    return read(config.get(key), config.at(key), known, config.problems());
  }

  /**
   * @param json a missing node where the block is not there
   * @param known every key it may have
   */
  public static Block read(
      JsonNode json, String pointer, Collection<String> known, Problems problems) {
    if (!(json instanceof ObjectNode object)) {
      problems.add(pointer, (json.isMissingNode() ? "is missing; it " : "") + "must be an object");
      return new Block(Json.object(), pointer, new Problems()); // one problem is enough
    }
    object
        .fieldNames()
        .forEachRemaining(
            key -> {
              if (!known.contains(key)) {
                problems.add(Problem.at(pointer, key), UnknownKey.message(key, known));
              }
            });
    return new Block(object, pointer, problems);
  }

  public String pointer(String key) {
    return Problem.at(pointer, key);
  }

  public boolean has(String key) {
    return json.has(key);
  }

  /** A missing node where the key is absent. */
  public JsonNode get(String key) {
    return json.path(key);
  }

  /** A copy of the settings, to be changed. */
  ObjectNode copy() {
    return json.deepCopy();
  }

  /** Other settings in the same place. */
  Block with(ObjectNode changed) {
    return new Block(changed, pointer, problems);
  }

  public void problem(String key, String message) {
    problems.add(pointer(key), message);
  }

  public Problems problems() {
    return problems;
  }

  /** A string; null where it is absent or wrong. */
  public String text(String key) {
    JsonNode value = json.get(key);
    if (value == null || value.isTextual()) {
      return value == null ? null : value.textValue();
    }
    problem(key, "must be a string");
    return null;
  }

  /** A string that must be there; null where it is not. */
  public String requiredText(String key) {
    if (!has(key)) {
      problem(key, "is missing");
    }
    return text(key);
  }

  /** An object; an empty one where it is absent or wrong. */
  public ObjectNode object(String key) {
    JsonNode value = json.get(key);
    if (value instanceof ObjectNode object) {
      return object;
    }
    if (value != null) {
      problem(key, "must be an object");
    }
    return Json.object();
  }

  /** A JSON pointer; null where it is absent or wrong. */
  public JsonPointer jsonPointer(String key) {
    String written = text(key);
    try {
      return written == null ? null : JsonPointer.compile(written);
    } catch (IllegalArgumentException e) {
      problem(key, "must be a JSON pointer such as /data/items");
      return null;
    }
  }

  /** {@code true} or {@code false}. */
  public boolean flag(String key, boolean otherwise) {
    JsonNode value = json.get(key);
    if (value != null && !value.isBoolean()) {
      problem(key, "must be true or false");
    }
    return value == null ? otherwise : value.booleanValue();
  }

  /** One of these words; the first where it is absent. */
  public String choice(String key, List<String> words) {
    JsonNode value = json.get(key);
    if (value == null) {
      return words.get(0);
    }
    if (value.isTextual() && words.contains(value.textValue())) {
      return value.textValue();
    }
    problem(key, "must be one of " + words);
    return words.get(0);
  }

  public int integer(String key, int least, int most, int otherwise) {
    JsonNode value = json.get(key);
    if (value == null) {
      return otherwise;
    }
    if (value.isIntegralNumber() && value.canConvertToInt()) {
      int number = value.intValue();
      if (number >= least && number <= most) {
        return number;
      }
    }
    problem(key, "must be a whole number from " + least + " to " + most);
    return otherwise;
  }
}
