package dev.postern.fuzz;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.fuzz.Written.Piece;
import dev.postern.message.Json;
import java.util.List;

/** JSON with holes, and the tree that must arrive. */
final class Trees {
  private static final List<String> NAMES = List.of("k", "x y", "\u670d", "", "q\"", "{}");

  private final Choices choices;
  private final ObjectNode arguments;

  /**
   * @param written the template
   * @param filled null where it drops out
   */
  record Tree(JsonNode written, JsonNode filled) {}

  Trees(Choices choices, ObjectNode arguments) {
    this.choices = choices;
    this.arguments = arguments;
  }

  Tree tree() {
    return tree(0);
  }

  private Tree tree(int depth) {
    return switch (choices.below(depth > 2 ? 5 : 8)) {
      case 1 -> text(Written.text(choices));
      case 2 -> same(choices.number());
      case 3 -> same(choices.oneIn(2) ? Json.NODES.nullNode() : Json.NODES.booleanNode(true));
      case 4 -> same(Json.NODES.textNode(choices.of(Choices.KEYS)));
      case 5, 6 -> object(depth);
      case 7 -> array(depth);
      default -> hole(Written.hole(choices));
    };
  }

  private static Tree same(JsonNode constant) {
    return new Tree(constant, constant);
  }

  private Tree text(Written text) {
    if (text.only() != null) {
      return hole(text);
    }
    String filled = text.filled(arguments);
    return new Tree(
        Json.NODES.textNode(text.template()), filled == null ? null : Json.NODES.textNode(filled));
  }

  private Tree hole(Written hole) {
    Piece only = hole.only();
    return new Tree(Json.NODES.textNode(hole.template()), only.value(arguments));
  }

  private Tree object(int depth) {
    ObjectNode written = Json.object();
    ObjectNode filled = Json.object();
    for (int i = choices.below(4); i > 0; i--) {
      String name = choices.of(NAMES) + i;
      Tree member = tree(depth + 1);
      written.set(name, member.written());
      if (member.filled() != null) {
        filled.set(name, member.filled());
      }
    }
    return new Tree(written, filled);
  }

  private Tree array(int depth) {
    ArrayNode written = Json.NODES.arrayNode();
    ArrayNode filled = Json.NODES.arrayNode();
    for (int i = choices.below(4); i > 0; i--) {
      Tree element = tree(depth + 1);
      written.add(element.written());
      if (element.filled() != null) {
        filled.add(element.filled());
      }
    }
    return new Tree(written, filled);
  }

  /** Whether the bytes are this tree; no bytes are for a tree that dropped out. */
  static void check(JsonNode filled, byte[] body) {
    if (filled == null) {
      Expected.that(body.length == 0, "a body that dropped out arrived");
      return;
    }
    try {
      Expected.that(
          Values.isSame(filled, Json.parse(body)), filled + " arrived as " + new String(body));
    } catch (JsonProcessingException e) {
      throw new AssertionError(filled + " is no JSON any more", e);
    }
  }
}
