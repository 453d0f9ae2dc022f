package dev.postern.invoker.limit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Problem;
import dev.postern.message.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes JSON and texts smaller: arrays end after a whole element, texts after a whole character,
 * objects keep all their members while there is room for each. Collects what is left out. For one
 * result.
 */
final class Cut {
  /** With less room than this a value is not worth its name. */
  private static final int LEAST_ROOM = 16;

  private final List<Piece> left = new ArrayList<>();

  /** Everything that was left out, in the order of the result. */
  List<Piece> left() {
    return left;
  }

  /** The bytes that it takes on the wire. */
  static int size(JsonNode node) {
    return Json.bytes(node).length;
  }

  /**
   * @param room in bytes
   * @return at most that large, or empty
   */
  JsonNode value(JsonNode node, int room, String at) {
    if (size(node) <= room) {
      return node;
    }
    if (node instanceof ArrayNode array) {
      return elements(array, room, at, 0, array.size());
    }
    if (node instanceof ObjectNode object) {
      return members(object, room, at, object.size());
    }
    return node.isTextual() ? text(node.textValue(), room - 2, at, 0, -1) : node;
  }

  /** What else there is of something that was cut before. */
  Piece piece(Piece piece, int room) {
    JsonNode rest = piece.rest();
    if (size(rest) <= room) {
      return piece;
    }
    JsonNode kept;
    if (rest instanceof ArrayNode array) {
      kept = elements(array, room, piece.at(), piece.from(), piece.of());
    } else if (rest instanceof ObjectNode object) {
      kept = members(object, room, piece.at(), piece.of());
      if (kept.isEmpty()) { // its name alone is longer: it goes out all the same, or never
        left.remove(left.size() - 1);
        kept = firstMember(object, room, piece.at(), piece.of());
      }
    } else {
      kept = text(rest.textValue(), room - 2, piece.at(), piece.from(), piece.of());
    }
    return new Piece(piece.at(), piece.from(), piece.of(), kept);
  }

  private ArrayNode elements(ArrayNode array, int room, String at, int from, int of) {
    ArrayNode kept = Json.NODES.arrayNode();
    int used = 2;
    int next = 0;
    while (next < array.size()) {
      int more = size(array.get(next)) + (next == 0 ? 0 : 1);
      if (used + more > room) {
        break;
      }
      used += more;
      kept.add(array.get(next++));
    }
    if (next == 0 && room - used >= LEAST_ROOM) { // one element alone is too large
      kept.add(value(array.get(0), room - used, at + "/" + from));
      next = 1;
    }
    ArrayNode rest = Json.NODES.arrayNode();
    for (int i = next; i < array.size(); i++) {
      rest.add(array.get(i));
    }
    if (!rest.isEmpty()) {
      left.add(new Piece(at, from + next, of, rest));
    }
    return kept;
  }

  private ObjectNode members(ObjectNode object, int room, String at, int of) {
    List<Integer> sizes = new ArrayList<>();
    int names = 1;
    for (var member : object.properties()) {
      names += size(Json.NODES.textNode(member.getKey())) + 2; // a colon, and a comma or brace
      sizes.add(size(member.getValue()));
    }
    int level = level(sizes, room - names);
    if (level < LEAST_ROOM) {
      return firstMembers(object, room, at, of);
    }
    ObjectNode kept = Json.object();
    for (var member : object.properties()) {
      String place = Problem.at(at, member.getKey());
      kept.set(member.getKey(), value(member.getValue(), level, place));
    }
    return kept;
  }

  /** A map of many things rather than one thing with fields. */
  private ObjectNode firstMembers(ObjectNode object, int room, String at, int of) {
    ObjectNode kept = Json.object();
    ObjectNode rest = Json.object();
    int used = 1;
    for (var member : object.properties()) {
      int more = size(Json.NODES.textNode(member.getKey())) + 2 + size(member.getValue());
      if (rest.isEmpty() && used + more <= room) {
        used += more;
        kept.set(member.getKey(), member.getValue());
      } else {
        rest.set(member.getKey(), member.getValue());
      }
    }
    if (kept.isEmpty() && room >= 4 * LEAST_ROOM) { // one member alone is too large
      var first = object.properties().iterator().next();
      int name = size(Json.NODES.textNode(first.getKey())) + 3;
      if (room - name >= LEAST_ROOM) {
        String place = Problem.at(at, first.getKey());
        kept.set(first.getKey(), value(first.getValue(), room - name, place));
        rest.remove(first.getKey());
      }
    }
    if (!rest.isEmpty()) {
      left.add(new Piece(at, 0, of, rest));
    }
    return kept;
  }

  private ObjectNode firstMember(ObjectNode object, int room, String at, int of) {
    var first = object.properties().iterator().next();
    ObjectNode kept = Json.object();
    kept.set(first.getKey(), value(first.getValue(), room, Problem.at(at, first.getKey())));
    ObjectNode rest = object.deepCopy();
    rest.remove(first.getKey());
    if (!rest.isEmpty()) {
      left.add(new Piece(at, 0, of, rest));
    }
    return kept;
  }

  private JsonNode text(String text, int room, String at, int from, int of) {
    int used = 0;
    int end = 0;
    while (end < text.length()) {
      int character = text.codePointAt(end);
      used += written(character);
      if (used > room) {
        break;
      }
      end += Character.charCount(character);
    }
    int all = of < 0 ? text.codePointCount(0, text.length()) : of;
    if (end < text.length()) {
      int next = from + text.codePointCount(0, end);
      left.add(new Piece(at, next, all, Json.NODES.textNode(text.substring(end))));
    }
    return Json.NODES.textNode(text.substring(0, end));
  }

  /** A text that stands for itself, in a block of its own. */
  String plain(String text, int room) {
    return text(text, room, null, 0, -1).textValue();
  }

  /** Bytes of a character within JSON. */
  private static int written(int character) {
    if (character < 0x20) {
      return 6;
    }
    if (character < 0x80) {
      return character == '"' || character == '\\' ? 2 : 1;
    }
    if (character < 0x800) {
      return 2;
    }
    return character < 0x10000 ? 3 : 4;
  }

  /**
   * How large each may be so that all together have room: who needs less leaves the rest to the
   * others.
   */
  static int level(List<Integer> sizes, int room) {
    List<Integer> sorted = new ArrayList<>(sizes);
    sorted.sort(null);
    int free = Math.max(0, room);
    for (int i = 0; i < sorted.size(); i++) {
      int share = free / (sorted.size() - i);
      if (sorted.get(i) > share) {
        return share;
      }
      free -= sorted.get(i);
    }
    return Integer.MAX_VALUE;
  }
}
