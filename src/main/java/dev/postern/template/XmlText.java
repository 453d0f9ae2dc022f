package dev.postern.template;

/** XML 1.0 §2.2 and §2.4: how a text becomes character data or the value of an attribute. */
final class XmlText {
  private XmlText() {}

  /**
   * Adds a text with holes.
   *
   * @return false where none of its holes can be filled; what was added is then to be taken back
   */
  static boolean append(StringBuilder out, TextTemplate text, Scope scope, boolean attribute)
      throws BadValueException {
    boolean drop = text.isDroppable();
    for (Part part : text.parts()) {
      if (part instanceof Part.Literal literal) {
        escape(out, null, literal.text(), attribute);
      } else if (part instanceof Part.Hole hole) {
        String value = hole.expression().findText(scope);
        if (value != null) {
          drop = false;
          escape(out, hole.expression(), value, attribute);
        }
      }
    }
    return !drop;
  }

  /**
   * @param hole where the text comes from; null for the author's own
   */
  static void escape(StringBuilder out, Expression hole, String text, boolean attribute)
      throws BadValueException {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append(attribute ? "&quot;" : "\"");
        case '\r' -> out.append("&#13;"); // a reader makes a line feed of it, §2.11
        case '\n', '\t' -> {
          if (attribute) {
            out.append("&#").append((int) c).append(';'); // a reader makes a space of it, §3.3.3
          } else {
            out.append(c);
          }
        }
        default -> i = plain(out, hole, text, i);
      }
    }
  }

  /** Yields the index of the last char that was taken. */
  private static int plain(StringBuilder out, Expression hole, String text, int i)
      throws BadValueException {
    char c = text.charAt(i);
    if (c >= ' ' && c < 0xD800 || c > 0xDFFF && c < 0xFFFE) {
      out.append(c);
      return i;
    }
    int point = text.codePointAt(i);
    if (point < 0x10000) {
      throw new BadValueException(
          hole, "must not have control characters or half surrogate pairs: XML cannot say them");
    }
    out.appendCodePoint(point);
    return i + 1;
  }
}
