package dev.postern.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * JSON while it is compiled: a row's document, or an object within one that stands for itself.
 *
 * @param json the settings; read only
 * @param pointer where they stand, empty for a whole document
 * @param arguments what placeholders can name
 * @param problems takes what is wrong, by pointers from the root of the document
 */
public record Config(ObjectNode json, String pointer, InputSchema arguments, Problems problems) {

  /** What stands under the key; a missing node where nothing does. */
  public JsonNode get(String key) {
    return json.path(key);
  }

  /** The pointer of the key. */
  public String at(String key) {
    return Problem.at(pointer, key);
  }
}
