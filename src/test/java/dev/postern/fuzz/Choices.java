package dev.postern.fuzz;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import java.util.List;

/** Decisions read off bytes: the same bytes make the same case. Zeros once they are used up. */
final class Choices {
  /** What means something somewhere, and what needs several bytes. */
  private static final String[] PIECES = {
    "a",
    "B",
    "7",
    "x y",
    "/",
    "\\",
    "?",
    "#",
    "%",
    "%2F",
    "%2e",
    "&",
    "=",
    "+",
    ";",
    ",",
    "|",
    "..",
    ".",
    ":",
    "@",
    "{",
    "}",
    "{{",
    "}}",
    "{{args.a}}",
    "{a}",
    "[",
    "]",
    "\"",
    "'",
    "<",
    ">",
    "&amp;",
    "]]>",
    "--",
    "\r\n",
    "\r",
    "\n",
    "\t",
    " ",
    "$1",
    "\u00e9",
    "\u670d",
    "\ud83d\ude00",
    "\u2028",
    "\u0085",
    "\u00a0",
    "\u0000",
    "\u007f",
    "\ufffe",
    "\ufeff",
    "null",
    "data:,",
    "http://x/",
    "~"
  };

  private static final String[] NUMBERS = {
    "0",
    "-0",
    "1000000",
    "1e6",
    "1E+400",
    "-1.50",
    "0.1000",
    "1e-7",
    "9007199254740993",
    "1e308",
    "123456789012345678901234567890",
    "-2147483649",
    "1e999999999",
    "1.0",
    "5e-324",
    "-1E-999999999"
  };

  static final List<String> KEYS = List.of("k", "x y", "\u670d", "a.b", "", "q\"", "m[0]", "k\\");

  private final byte[] bytes;
  private int at;

  Choices(byte[] bytes) {
    this.bytes = bytes;
  }

  private int next() {
    return at < bytes.length ? bytes[at++] & 0xFF : 0;
  }

  /**
   * @param limit up to 256
   */
  int below(int limit) {
    return next() % limit;
  }

  /** Never where the bytes are used up. */
  boolean oneIn(int n) {
    return below(n) == n - 1;
  }

  <T> T of(List<T> all) {
    return all.get(below(all.size()));
  }

  byte[] rest() {
    byte[] rest = java.util.Arrays.copyOfRange(bytes, Math.min(at, bytes.length), bytes.length);
    at = bytes.length;
    return rest;
  }

  String text() {
    StringBuilder text = new StringBuilder();
    for (int i = below(6); i > 0; i--) {
      switch (below(8)) {
        case 5 -> text.append((char) next());
        case 6 -> text.append((char) (next() << 8 | next())); // may be half a surrogate pair
        case 7 -> text.appendCodePoint(0x10000 + (next() << 8 | next()));
        default -> text.append(PIECES[below(PIECES.length)]);
      }
    }
    return text.toString();
  }

  /** Nobody can read half a surrogate pair in a member's name, though in a value. */
  private String name() {
    String text = text();
    return Values.hasHalf(text) ? "half" : text;
  }

  JsonNode number() {
    try {
      return Json.parse(NUMBERS[below(NUMBERS.length)]);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  JsonNode value() {
    return value(0);
  }

  private JsonNode value(int depth) {
    return switch (below(10)) {
      case 5 -> Json.NODES.numberNode(next() << 8 | next());
      case 6 -> number();
      case 7 -> Json.NODES.booleanNode(oneIn(2));
      case 8 -> Json.NODES.nullNode();
      case 9 -> depth > 2 ? Json.NODES.textNode("deep") : container(depth);
      default -> Json.NODES.textNode(text());
    };
  }

  private JsonNode container(int depth) {
    if (oneIn(2)) {
      ObjectNode object = Json.object();
      for (int i = below(4); i > 0; i--) {
        object.set(oneIn(3) ? name() : of(KEYS), value(depth + 1));
      }
      return object;
    }
    ArrayNode array = Json.NODES.arrayNode();
    for (int i = below(4); i > 0; i--) {
      array.add(value(depth + 1));
    }
    return array;
  }
}
