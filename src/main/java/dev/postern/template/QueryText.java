package dev.postern.template;

import com.fasterxml.jackson.databind.JsonNode;

/** A query or a form while it is written: pairs of name and value, percent-encoded. */
final class QueryText {
  private final StringBuilder out;
  private final int start;
  private final char first;

  /**
   * @param first what the first pair follows; 0 for nothing
   */
  QueryText(StringBuilder out, char first) {
    this.out = out;
    this.start = out.length();
    this.first = first;
  }

  StringBuilder text() {
    return out;
  }

  /**
   * @param value encoded; null for none
   */
  void pair(String name, String value) {
    separate();
    out.append(name);
    if (value != null) {
      out.append('=').append(value);
    }
  }

  /** Writes a name; the value is to follow. Yields what {@link #takeBack} wants. */
  int begin(String name) {
    int before = out.length();
    separate();
    out.append(name).append('=');
    return before;
  }

  void takeBack(int length) {
    out.setLength(length);
  }

  /** Writes whatever becomes of a hole's value. */
  void value(QueryParameter parameter, Expression hole, JsonNode value) throws BadValueException {
    QueryStyle style = parameter.style();
    if (!value.isContainerNode()) {
      one(parameter.name(), hole, value);
    } else if (style.isDelimited()) {
      delimited(parameter, hole, value);
    } else if (style == QueryStyle.DEEP) {
      deep(parameter.name(), hole, value);
    } else if (value.isArray()) {
      for (JsonNode element : value) {
        one(parameter.name(), hole, element);
      }
    } else if (style == QueryStyle.FORM) {
      for (var member : value.properties()) {
        members(encoded(member.getKey(), hole), hole, member.getValue());
      }
    } else {
      one(parameter.name(), hole, value);
    }
  }

  private void members(String name, Expression hole, JsonNode value) throws BadValueException {
    if (value.isArray()) {
      for (JsonNode element : value) {
        one(name, hole, element);
      }
    } else {
      one(name, hole, value);
    }
  }

  private void one(String name, Expression hole, JsonNode value) throws BadValueException {
    if (!value.isNull()) {
      Room.check(out, hole);
      begin(name);
      UrlTemplate.appendValue(out, hole, PlainText.of(value));
    }
  }

  private void delimited(QueryParameter parameter, Expression hole, JsonNode value)
      throws BadValueException {
    int before = begin(parameter.name());
    int begun = out.length();
    if (value.isArray()) {
      for (JsonNode element : value) {
        part(parameter.style(), hole, begun, element);
      }
    } else {
      for (var member : value.properties()) {
        if (!member.getValue().isNull()) {
          text(parameter.style(), hole, begun, member.getKey());
          part(parameter.style(), hole, begun, member.getValue());
        }
      }
    }
    if (out.length() == begun) {
      takeBack(before); // no part at all
    }
  }

  private void part(QueryStyle style, Expression hole, int begun, JsonNode value)
      throws BadValueException {
    if (!value.isNull()) {
      text(style, hole, begun, PlainText.of(value));
    }
  }

  private void text(QueryStyle style, Expression hole, int begun, String text)
      throws BadValueException {
    if (!style.takes(text)) {
      throw new BadValueException(
          hole, "must not have " + style.markName() + " in a part: that separates the parts");
    }
    if (text.isEmpty()) {
      throw new BadValueException(hole, "must not have an empty part: it would get lost");
    }
    if (out.length() > begun) {
      out.append(style.separator());
    }
    // Reserved characters stay encoded: a comma is what separates.
    if (!PercentEncoding.append(out, text)) {
      throw new BadValueException(hole, "is not Unicode text: it has half a surrogate pair");
    }
  }

  private void deep(String name, Expression hole, JsonNode value) throws BadValueException {
    if (value.isArray()) {
      for (JsonNode element : value) {
        if (element.isContainerNode()) {
          throw new BadValueException(
              hole, "must not have an object or array within an array: it has no form in a query");
        }
        one(name, hole, element);
      }
      return;
    }
    for (var member : value.properties()) {
      String key = member.getKey();
      if (key.indexOf('[') >= 0 || key.indexOf(']') >= 0) {
        throw new BadValueException(hole, "must not have brackets in the name of a member");
      }
      String below = name + "%5B" + encoded(key, hole) + "%5D";
      if (member.getValue().isContainerNode()) {
        deep(below, hole, member.getValue());
      } else {
        one(below, hole, member.getValue());
      }
    }
  }

  private static String encoded(String name, Expression hole) throws BadValueException {
    StringBuilder out = new StringBuilder(name.length() + 16);
    if (!PercentEncoding.append(out, name)) {
      throw new BadValueException(hole, "is not Unicode text: it has half a surrogate pair");
    }
    return out.toString();
  }

  private void separate() {
    if (out.length() > start) {
      out.append('&');
    } else if (first != 0) {
      out.append(first);
    }
  }
}
