package dev.postern.wiring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A row with one thing about it changed: at every place, in every way. */
final class SpoiltRows {
  private static final List<String> INSTEAD =
      List.of(
          "null", "true", "-1", "0", "1e9", "0.5", "\"\"", "\"x\"", "[]", "[7]", "{}", "{\"x\":1}");

  private final ObjectNode row;
  private final List<ObjectNode> spoilt = new ArrayList<>();

  private SpoiltRows(ObjectNode row) {
    this.row = row;
  }

  static List<ObjectNode> of(ObjectNode row) {
    SpoiltRows rows = new SpoiltRows(row);
    rows.spoil(row, "");
    return rows.spoilt;
  }

  private void spoil(JsonNode at, String pointer) {
    if (at instanceof ObjectNode object) {
      change(pointer, copy -> ((ObjectNode) copy).put("surprise", 1));
      object
          .fieldNames()
          .forEachRemaining(
              key -> {
                change(pointer, copy -> ((ObjectNode) copy).remove(key));
                replace(pointer, value -> copy -> ((ObjectNode) copy).set(key, value));
                spoil(object.get(key), pointer + "/" + key.replace("~", "~0").replace("/", "~1"));
              });
    } else if (at instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        int place = i;
        change(pointer, copy -> ((ArrayNode) copy).remove(place));
        replace(pointer, value -> copy -> ((ArrayNode) copy).set(place, value));
        spoil(array.get(i), pointer + "/" + i);
      }
    }
  }

  private void replace(
      String pointer, java.util.function.Function<JsonNode, Consumer<JsonNode>> change) {
    for (String text : INSTEAD) {
      change(pointer, change.apply(parsed(text)));
    }
  }

  private void change(String pointer, Consumer<JsonNode> change) {
    ObjectNode copy = row.deepCopy();
    change.accept(copy.at(pointer));
    if (!copy.equals(row)) {
      spoilt.add(copy);
    }
  }

  private static JsonNode parsed(String text) {
    try {
      return Json.parse(text);
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
