package dev.postern.invoker.limit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * Something that was left out of a result.
 *
 * @param at JSON pointer of what it belongs to; null where that is a text and no JSON
 * @param from how many elements or characters of that came before; of members it says nothing
 * @param of how many there are in all
 * @param rest the elements, the text or the members
 */
record Piece(String at, int from, int of, JsonNode rest) {
  /** Characters of a place that a note names. */
  private static final int MOST_OF_PLACE = 100;

  boolean isPlainText() {
    return at == null;
  }

  String words() {
    String where = at == null ? "the text" : at.isEmpty() ? "the whole" : shortened(at);
    if (rest.isArray()) {
      return rest.size() + " of the " + of + " elements of " + where;
    }
    return rest.isObject()
        ? rest.size() + " of the " + of + " members of " + where
        : (of - from) + " of the " + of + " characters of " + where;
  }

  /** Whoever makes the JSON makes the names in it; a note must stay one. */
  private static String shortened(String at) {
    return at.length() <= MOST_OF_PLACE ? at : at.substring(0, MOST_OF_PLACE) + "\u2026";
  }

  /** What a model is given of it. */
  ObjectNode json() {
    ObjectNode json = Json.object();
    if (at != null) {
      json.put("at", at);
    }
    if (!rest.isObject()) {
      json.put("from", from);
    }
    json.put("of", of);
    json.set(rest.isArray() ? "elements" : rest.isObject() ? "members" : "text", rest);
    return json;
  }

  static byte[] bytes(List<Piece> pieces) {
    ArrayNode list = Json.NODES.arrayNode();
    for (Piece piece : pieces) {
      list.addArray().add(piece.at()).add(piece.from()).add(piece.of()).add(piece.rest());
    }
    return Json.bytes(list);
  }

  static List<Piece> of(JsonNode list) {
    List<Piece> pieces = new ArrayList<>();
    for (JsonNode piece : list) {
      pieces.add(
          new Piece(
              piece.get(0).textValue(),
              piece.get(1).intValue(),
              piece.get(2).intValue(),
              piece.get(3)));
    }
    return pieces;
  }
}
