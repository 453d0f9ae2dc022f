package dev.postern.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import java.util.ArrayList;
import java.util.List;

/** A text with holes as an author writes it, and what it must become. */
record Written(List<Piece> pieces) {

  /**
   * @param text as it stands in the template
   * @param means what it stands for; null for a hole
   * @param path of a hole, from the arguments down; names and indices
   * @param fallback of a hole; null for none
   */
  record Piece(String text, String means, List<Object> path, JsonNode fallback) {

    static Piece literal(String text, String means) {
      return new Piece(text, means, null, null);
    }

    static Piece hole(String text, JsonNode fallback, Object... path) {
      return new Piece(text, null, List.of(path), fallback);
    }

    JsonNode value(ObjectNode arguments) {
      JsonNode value = arguments;
      for (Object step : path) {
        value = step instanceof String name ? value.get(name) : value.get((Integer) step);
        if (value == null) {
          return fallback;
        }
      }
      return value;
    }

    /** Outside of JSON null is as good as nothing. */
    JsonNode present(ObjectNode arguments) {
      JsonNode value = value(arguments);
      if (value != null && value.isNull()) {
        value = fallback;
      }
      return value == null || value.isNull() ? null : value;
    }
  }

  private static final List<Piece> LITERALS =
      List.of(
          Piece.literal("x", "x"),
          Piece.literal("a b", "a b"),
          Piece.literal("{{'{{'}}", "{{"),
          Piece.literal("\u00e9", "\u00e9"),
          Piece.literal("7}", "7}"));

  private static final List<Piece> HOLES =
      List.of(
          Piece.hole("{{args.a}}", null, "a"),
          Piece.hole("{{ args.b }}", null, "b"),
          Piece.hole("{{args.p}}", null, "p"),
          Piece.hole("{{args.a|none}}", Json.NODES.textNode("none"), "a"),
          Piece.hole("{{args.b | 'it is }} or |'}}", Json.NODES.textNode("it is }} or |"), "b"),
          Piece.hole("{{args.c|12}}", Json.NODES.numberNode(12), "c"),
          Piece.hole("{{args.c|null}}", Json.NODES.nullNode(), "c"),
          Piece.hole("{{args['x y']}}", null, "x y"),
          Piece.hole("{{args.\u670d}}", null, "\u670d"),
          Piece.hole("{{args.a.k}}", null, "a", "k"),
          Piece.hole("{{args.b[1]}}", null, "b", 1),
          Piece.hole("{{args.a[0]['x y']|false}}", Json.NODES.booleanNode(false), "a", 0, "x y"));

  private static final List<Piece> PATH_LITERALS =
      List.of(
          Piece.literal("s", "s"),
          Piece.literal("b-", "b-"),
          Piece.literal("x.y", "x.y"),
          Piece.literal("%20", " "),
          Piece.literal("\u00e9", "\u00e9"),
          Piece.literal(":@!$&'()*+,=", ":@!$&'()*+,="));

  private static final List<Piece> PATH_HOLES =
      List.of(
          Piece.hole("{p}", null, "p"),
          Piece.hole("{+p}", null, "p"),
          Piece.hole("{{args.q}}", null, "q"),
          Piece.hole("{+q}", null, "q"),
          Piece.hole("{a|7}", Json.NODES.numberNode(7), "a"),
          Piece.hole("{b|'d/e'}", Json.NODES.textNode("d/e"), "b"));

  private static final List<Piece> QUERY_LITERALS =
      List.of(
          Piece.literal("l", "l"),
          Piece.literal("%41", "A"),
          Piece.literal("=", "="),
          Piece.literal("/?:@", "/?:@"));

  private static final List<Piece> QUERY_HOLES =
      List.of(
          Piece.hole("{a}", null, "a"),
          Piece.hole("{+b}", null, "b"),
          Piece.hole("{+a.k|'x'}", Json.NODES.textNode("x"), "a", "k"),
          Piece.hole("{{args.c}}", null, "c"));

  /** Names of all arguments; those behind a bar are there with every call. */
  static final List<String> NAMES = List.of("a", "b", "c", "x y", "\u670d", "p", "q");

  static Written text(Choices choices) {
    return of(choices, LITERALS, HOLES);
  }

  static Written segment(Choices choices) {
    return of(choices, PATH_LITERALS, PATH_HOLES);
  }

  static Written inQuery(Choices choices) {
    return of(choices, QUERY_LITERALS, QUERY_HOLES);
  }

  static Written hole(Choices choices) {
    return new Written(List.of(choices.of(HOLES)));
  }

  private static Written of(Choices choices, List<Piece> literals, List<Piece> holes) {
    List<Piece> pieces = new ArrayList<>();
    if (choices.oneIn(3)) {
      pieces.add(choices.of(literals));
    }
    for (int i = 1 + (choices.oneIn(4) ? choices.below(3) : 0); i > 0; i--) {
      pieces.add(choices.of(holes));
      if (choices.oneIn(3)) {
        pieces.add(choices.of(literals));
      }
    }
    return new Written(pieces);
  }

  String template() {
    StringBuilder text = new StringBuilder();
    pieces.forEach(piece -> text.append(piece.text()));
    return text.toString();
  }

  /** The hole that is all of it; null where there is more. */
  Piece only() {
    return pieces.size() == 1 && pieces.get(0).means() == null ? pieces.get(0) : null;
  }

  /** Null where it drops out. */
  String filled(ObjectNode arguments) {
    StringBuilder text = new StringBuilder();
    boolean any = false;
    for (Piece piece : pieces) {
      if (piece.means() != null) {
        text.append(piece.means());
      } else if (piece.present(arguments) != null) {
        any = true;
        text.append(Values.plain(piece.present(arguments)));
      }
    }
    return any ? text.toString() : null;
  }
}
