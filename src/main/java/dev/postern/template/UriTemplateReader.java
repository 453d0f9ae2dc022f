package dev.postern.template;

import java.util.ArrayList;
import java.util.List;

/** Reads a URI template, from left to right. */
final class UriTemplateReader {

  /** RFC 6570 §2.2; the empty one is simple expansion. */
  private static final String OPERATORS = "+#./;?&";

  private final String text;
  private final List<UriPart> parts = new ArrayList<>();
  private final List<String> query = new ArrayList<>();
  private final StringBuilder literal = new StringBuilder();
  private char querySeparator = '?';

  UriTemplateReader(String text) {
    this.text = text;
  }

  UriTemplate read() throws TemplateException {
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '}') {
        throw new TemplateException("has a \"}\" without a \"{\" before it", at);
      }
      if (c != '{') {
        if (!query.isEmpty()) {
          throw new TemplateException("must end with its query, {?…} or {&…}", at);
        }
        literal.append(c);
        at++;
        continue;
      }
      int close = text.indexOf('}', at);
      if (close < 0) {
        throw new TemplateException("has a \"{\" that is not closed", at);
      }
      expression(text.substring(at + 1, close), at + 1);
      at = close + 1;
    }
    flush();
    check();
    return new UriTemplate(text, parts, query, querySeparator);
  }

  private void expression(String inside, int offset) throws TemplateException {
    char operator = inside.isEmpty() ? ' ' : inside.charAt(0);
    boolean simple = OPERATORS.indexOf(operator) < 0;
    String[] names = (simple ? inside : inside.substring(1)).split(",", -1);
    for (String name : names) {
      if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
        throw new TemplateException(
            "has a hole that is not understood; a name has letters, digits and \"_\", and the"
                + " modifiers \":\" and \"*\" of level 4 are not served",
            offset);
      }
    }
    if (operator == '?' || operator == '&') {
      querySeparator = query.isEmpty() ? operator : querySeparator;
      query.addAll(List.of(names));
    } else if (!query.isEmpty()) {
      throw new TemplateException("must end with its query, {?…} or {&…}", offset);
    } else {
      holes(simple ? ' ' : operator, names);
    }
  }

  private void holes(char operator, String[] names) {
    for (int i = 0; i < names.length; i++) {
      switch (operator) {
        case '/', '.' -> literal.append(operator);
        case ';' -> literal.append(';').append(names[i]).append('=');
        case '#' -> literal.append(i == 0 ? '#' : ',');
        default -> literal.append(i == 0 ? "" : ",");
      }
      flush();
      parts.add(new UriPart.Hole(names[i], operator == '+' || operator == '#'));
    }
  }

  private void flush() {
    if (!literal.isEmpty()) {
      parts.add(new UriPart.Literal(literal.toString()));
      literal.setLength(0);
    }
  }

  private void check() throws TemplateException {
    List<String> names = new ArrayList<>(query);
    int reserved = 0;
    boolean afterHole = false;
    for (UriPart part : parts) {
      boolean hole = part instanceof UriPart.Hole;
      if (hole && afterHole) {
        throw new TemplateException("has two holes with nothing between them", 0);
      }
      afterHole = hole;
      if (part instanceof UriPart.Hole found) {
        names.add(found.name());
        reserved += found.reserved() ? 1 : 0;
      }
    }
    if (reserved > 1) {
      throw new TemplateException("has more than one hole that takes slashes", 0);
    }
    if (names.stream().distinct().count() < names.size()) {
      throw new TemplateException("has two holes of one name", 0);
    }
  }
}
