package dev.postern.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.fuzz.Written.Piece;
import java.util.ArrayList;
import java.util.List;

/** A path with holes, and the segments that must arrive. */
final class Segments {
  private final Choices choices;
  private final Expected expected;
  private final List<String> names = new ArrayList<>();

  Segments(Choices choices, Expected expected) {
    this.choices = choices;
    this.expected = expected;
  }

  /**
   * @param base the segment that is there already
   */
  String path(String base) {
    names.add(base);
    StringBuilder path = new StringBuilder();
    for (int i = choices.below(4); i > 0; i--) {
      if (choices.oneIn(4)) {
        path.append("/fixed");
        names.add("fixed");
      } else {
        Written segment = Written.segment(choices);
        path.append('/').append(segment.template());
        segment(segment);
      }
    }
    if (choices.oneIn(3)) {
      path.append("{/a*}/end");
      rest(expected.arguments.get("a"));
      names.add("end");
    }
    return path.toString();
  }

  private void segment(Written segment) {
    StringBuilder text = new StringBuilder();
    StringBuilder shown = new StringBuilder(); // without semicolons that nobody sees
    for (Piece piece : segment.pieces()) {
      String part = piece.means() == null ? value(piece) : piece.means();
      text.append(part);
      boolean keeps = piece.means() != null || piece.text().startsWith("{+");
      shown.append(keeps ? part : part.replace(';', '_'));
    }
    add(text.toString(), shown.toString().split(";", -1)[0]);
  }

  private String value(Piece piece) {
    JsonNode value = piece.present(expected.arguments);
    expected.refusedIf(value == null || value.isContainerNode());
    return value == null ? "" : text(value);
  }

  private String text(JsonNode value) {
    expected.halves(value);
    return Values.plain(value);
  }

  private void rest(JsonNode value) {
    if (value == null || value.isNull()) {
      return;
    }
    expected.refusedIf(value.isObject());
    if (!value.isArray()) {
      for (String name : text(value).split("/", -1)) {
        add(name, name);
      }
      return;
    }
    for (JsonNode element : value) {
      expected.refusedIf(element.isContainerNode() || element.isNull());
      String name = text(element);
      add(name, name);
    }
  }

  /** Servers resolve dots, and some cut off what follows a semicolon first. */
  private void add(String name, String seen) {
    expected.refusedIf(seen.isEmpty() || seen.equals(".") || seen.equals(".."));
    names.add(name);
  }

  void check(String path) {
    Expected.that(path.startsWith("/"), path);
    Expected.that(path.chars().allMatch(c -> c > ' ' && c < 127), path);
    List<String> arrived = new ArrayList<>();
    for (String segment : path.substring(1).split("/", -1)) {
      arrived.add(Pairs.decoded(segment));
    }
    Expected.that(arrived.equals(names), names + " arrived as " + path);
  }
}
