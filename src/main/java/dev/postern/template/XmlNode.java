package dev.postern.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** A piece of XML with holes. */
sealed interface XmlNode {

  /**
   * @return false where it drops out; what was added is then to be taken back
   */
  boolean append(StringBuilder out, Scope scope) throws BadValueException;

  /** Without holes, as it goes out. */
  record Markup(String text) implements XmlNode {
    @Override
    public boolean append(StringBuilder out, Scope scope) {
      out.append(text);
      return true;
    }
  }

  /** Character data between elements, of which nothing hangs on the holes. */
  record Mixed(TextTemplate text) implements XmlNode {
    @Override
    public boolean append(StringBuilder out, Scope scope) throws BadValueException {
      XmlText.append(out, text, scope, false);
      return true;
    }
  }

  /**
   * @param before the space, its name, the equals sign and the quote
   */
  record Attribute(String before, TextTemplate value) {}

  /**
   * @param start its name with a bracket before it, its namespaces and constant attributes
   * @param only the text with holes that is its whole content; null where there is more or less
   * @param content where {@code only} is null
   */
  record Element(
      String start,
      List<Attribute> attributes,
      TextTemplate only,
      List<XmlNode> content,
      String end)
      implements XmlNode {

    @Override
    public boolean append(StringBuilder out, Scope scope) throws BadValueException {
      Expression hole = only == null ? null : only.only();
      JsonNode value = hole == null ? null : hole.findPresent(scope);
      if (value == null || !value.isArray()) {
        return one(out, scope);
      }
      String tag = openTag(scope);
      for (JsonNode element : value) {
        if (!element.isNull()) {
          Room.check(out, hole);
          out.append(tag);
          XmlText.escape(out, hole, PlainText.of(element), false);
          out.append(end);
        }
      }
      return true;
    }

    private boolean one(StringBuilder out, Scope scope) throws BadValueException {
      int before = out.length();
      open(out, scope);
      if (only != null && !XmlText.append(out, only, scope, false)) {
        out.setLength(before);
        return false;
      }
      for (XmlNode node : content) {
        int length = out.length();
        if (!node.append(out, scope)) {
          out.setLength(length);
        }
      }
      out.append(end);
      return true;
    }

    private String openTag(Scope scope) throws BadValueException {
      StringBuilder tag = new StringBuilder();
      open(tag, scope);
      return tag.toString();
    }

    private void open(StringBuilder out, Scope scope) throws BadValueException {
      out.append(start);
      for (Attribute attribute : attributes) {
        int before = out.length();
        out.append(attribute.before());
        if (XmlText.append(out, attribute.value(), scope, true)) {
          out.append('"');
        } else {
          out.setLength(before);
        }
      }
      out.append('>');
    }
  }
}
