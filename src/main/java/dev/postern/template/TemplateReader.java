package dev.postern.template;

import java.util.ArrayList;
import java.util.List;

/** Reads one template's text; used once and thrown away. */
final class TemplateReader {
  private final String text;
  private final boolean singleBraces;
  private final List<Part> parts = new ArrayList<>();
  private final StringBuilder literal = new StringBuilder();
  private int at;

  /**
   * @param singleBraces whether {@code {id}} stands for {@code {{args.id}}}
   */
  TemplateReader(String text, boolean singleBraces) {
    this.text = text;
    this.singleBraces = singleBraces;
  }

  List<Part> read() throws TemplateException {
    while (at < text.length()) {
      if (text.startsWith("{{", at)) {
        placeholder();
      } else if (singleBraces && text.charAt(at) == '{') {
        shortPlaceholder();
      } else if (singleBraces && text.charAt(at) == '}') {
        throw new TemplateException("\"}\" closes nothing; a literal one is written %7D", at);
      } else {
        literal.append(text.charAt(at++));
      }
    }
    endLiteral();
    return parts;
  }

  private void placeholder() throws TemplateException {
    int start = at;
    at += 2;
    skipSpaces();
    if (at < text.length() && text.charAt(at) == '\'') {
      quoted(start);
      return;
    }
    int end = end("}}");
    if (end < 0) {
      throw new TemplateException(
          "the placeholder is not closed with \"}}\"; a literal \"{{\" is written {{'{{'}}", start);
    }
    hole(new ExpressionReader(text.substring(at, end).strip(), at).read(null, start));
    at = end + 2;
  }

  private void shortPlaceholder() throws TemplateException {
    int start = at++;
    int end = end("}");
    if (end < 0) {
      throw new TemplateException(
          "the placeholder is not closed with \"}\"; a literal \"{\" is written %7B", start);
    }
    hole(new ExpressionReader(text.substring(at, end).strip(), at).read("args", start));
    at = end + 1;
  }

  /** Where the braces close that are not inside of quotes; -1 where they do not. */
  private int end(String braces) {
    for (int i = at; i < text.length(); i++) {
      if (text.charAt(i) == '\'' && ExpressionReader.opensQuote(text, i, at)) {
        int close = text.indexOf('\'', i + 1);
        if (close < 0) {
          return text.indexOf(braces, i);
        }
        i = close;
      } else if (text.startsWith(braces, i)) {
        return i;
      }
    }
    return -1;
  }

  private void quoted(int start) throws TemplateException {
    int end = text.indexOf('\'', at + 1);
    if (end < 0) {
      throw new TemplateException("the quoted text is not closed with \"'\"", at);
    }
    literal.append(text, at + 1, end);
    at = end + 1;
    skipSpaces();
    if (!text.startsWith("}}", at)) {
      throw new TemplateException(
          "a placeholder that begins with a quoted text must end after it with \"}}\"", start);
    }
    at += 2;
  }

  private void hole(Expression expression) {
    endLiteral();
    parts.add(new Part.Hole(expression));
  }

  private void endLiteral() {
    if (!literal.isEmpty()) {
      parts.add(new Part.Literal(literal.toString()));
      literal.setLength(0);
    }
  }

  private void skipSpaces() {
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
  }
}
