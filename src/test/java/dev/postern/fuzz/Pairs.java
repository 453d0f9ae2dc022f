package dev.postern.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.fuzz.Written.Piece;
import dev.postern.message.Json;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Names with values in every style: a query or a form, and the pairs that must arrive. */
final class Pairs {
  private static final List<String> NAMES = List.of("q", "\u00e9 ", "a&b=", "x[y]", "{+%");

  private final Choices choices;
  private final Expected expected;
  private final List<Pair> pairs = new ArrayList<>();

  private record Pair(String name, String what, Predicate<String> arrived) {}

  Pairs(Choices choices, Expected expected) {
    this.choices = choices;
    this.expected = expected;
  }

  /** What stands in a URL itself behind the question mark. */
  String inUrl() {
    StringBuilder query = new StringBuilder("?k=1");
    pair("k", Json.NODES.textNode("1"));
    for (int i = choices.below(3); i > 0; i--) {
      Written value = Written.inQuery(choices);
      query.append("&u").append(i).append('=').append(value.template());
      value(value, "u" + i, "repeated");
    }
    return query.toString();
  }

  ObjectNode block() {
    ObjectNode block = Json.object();
    for (int i = choices.below(4); i >= 0; i--) {
      String name = choices.of(NAMES) + i;
      switch (choices.below(8)) {
        case 4 -> {
          JsonNode constant = Json.NODES.numberNode(1_000_000);
          block.set(name, constant);
          pair(name, constant);
        }
        case 5 -> {
          Written first = Written.text(choices);
          Written second = Written.text(choices);
          block.putArray(name).add(first.template()).add(second.template());
          value(first, name, "repeated");
          value(second, name, "repeated");
        }
        case 6, 7 -> styled(name, block.putObject(name));
        default -> {
          Written value = Written.text(choices);
          block.put(name, value.template());
          value(value, name, "repeated");
        }
      }
    }
    return block;
  }

  private void styled(String name, ObjectNode entry) {
    String style = choices.of(List.of("form", "commas", "spaceDelimited", "pipeDelimited", "deep"));
    Written value = Written.hole(choices);
    entry.put("value", value.template());
    if (style.equals("commas")) {
      entry.put("explode", false);
    } else if (!style.equals("form")) {
      entry.put("style", style.equals("deep") ? "deepObject" : style);
    }
    value(value, name, style);
  }

  private void value(Written written, String name, String style) {
    Piece only = written.only();
    if (only == null) {
      for (Piece piece : written.pieces()) {
        expected.halves(piece.means() == null ? piece.present(expected.arguments) : null);
      }
      String text = written.filled(expected.arguments);
      if (text != null) {
        pair(name, Json.NODES.textNode(text));
      }
      return;
    }
    JsonNode value = only.present(expected.arguments);
    if (value == null) {
      return;
    }
    if (!value.isContainerNode()) {
      pair(name, value);
      return;
    }
    switch (style) {
      case "commas" -> delimited(name, value, ",", ",");
      case "spaceDelimited" -> delimited(name, value, " ", "%20");
      case "pipeDelimited" -> delimited(name, value, "|", "%7C");
      case "deep" -> deep(name, value);
      default -> exploded(name, value, style.equals("form"));
    }
  }

  private void pair(String name, JsonNode value) {
    expected.halves(value);
    expected.refusedIf(Values.hasHalf(name));
    if (!value.isNull()) {
      pairs.add(new Pair(name, value.toString(), raw -> isSame(value, raw)));
    }
  }

  private void exploded(String name, JsonNode value, boolean members) {
    if (value.isArray()) {
      value.forEach(element -> pair(name, element));
    } else if (members) {
      for (var member : value.properties()) {
        expected.refusedIf(Values.hasHalf(member.getKey()));
        if (member.getValue().isArray()) {
          exploded(member.getKey(), member.getValue(), false);
        } else {
          pair(member.getKey(), member.getValue());
        }
      }
    } else {
      pair(name, value);
    }
  }

  private void delimited(String name, JsonNode value, String mark, String separator) {
    List<JsonNode> parts = new ArrayList<>();
    if (value.isArray()) {
      value.forEach(parts::add);
      parts.removeIf(JsonNode::isNull);
    } else {
      for (var member : value.properties()) {
        if (!member.getValue().isNull()) {
          parts.add(Json.NODES.textNode(member.getKey()));
          parts.add(member.getValue());
        }
      }
    }
    for (JsonNode part : parts) {
      String text = Values.plain(part);
      expected.halves(part);
      expected.refusedIf(text.isEmpty() || text.contains(mark) && !mark.equals(","));
    }
    if (!parts.isEmpty()) {
      pairs.add(new Pair(name, parts.toString(), raw -> areSame(parts, raw.split(separator, -1))));
    }
  }

  private static boolean areSame(List<JsonNode> parts, String[] arrived) {
    boolean same = parts.size() == arrived.length;
    for (int i = 0; same && i < arrived.length; i++) {
      same = isSame(parts.get(i), arrived[i]);
    }
    return same;
  }

  private void deep(String name, JsonNode value) {
    for (JsonNode element : value.isArray() ? value : Json.NODES.arrayNode()) {
      expected.refusedIf(element.isContainerNode());
      pair(name, element);
    }
    for (var member : value.properties()) {
      String key = member.getKey();
      expected.refusedIf(key.contains("[") || key.contains("]") || Values.hasHalf(key));
      String below = name + "[" + key + "]";
      if (member.getValue().isContainerNode()) {
        deep(below, member.getValue());
      } else {
        pair(below, member.getValue());
      }
    }
  }

  /** By both ways of reading a plus, of which servers have one or the other. */
  private static boolean isSame(JsonNode value, String raw) {
    return Values.isSame(value, URLDecoder.decode(raw, StandardCharsets.UTF_8))
        && Values.isSame(value, decoded(raw));
  }

  static String decoded(String raw) {
    return URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** Compares all there is: nothing may be added, lost or moved. */
  void check(String raw) {
    String[] arrived = raw == null || raw.isEmpty() ? new String[0] : raw.split("&", -1);
    Expected.that(arrived.length == pairs.size(), pairs + " arrived as " + raw);
    for (int i = 0; i < arrived.length; i++) {
      Pair pair = pairs.get(i);
      int equals = arrived[i].indexOf('=');
      Expected.that(
          equals >= 0
              && decoded(arrived[i].substring(0, equals)).equals(pair.name())
              && pair.arrived().test(arrived[i].substring(equals + 1)),
          pair + " arrived as " + arrived[i]);
    }
    Expected.that(raw == null || raw.chars().allMatch(c -> c > ' ' && c < 127), raw);
  }
}
