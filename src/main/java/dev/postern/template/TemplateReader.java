package dev.postern.template;

import java.util.ArrayList;
import java.util.List;

/** Reads one template's text; used once and thrown away. */
final class TemplateReader {
  /** Characters that stay free for what expressions will learn, and the ones that end them. */
  private static final String RESERVED = "{}[]()|'\"`,;:!?=<>#%&*+/\\";

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
    int end = text.indexOf("}}", at);
    if (end < 0) {
      throw new TemplateException(
          "the placeholder is not closed with \"}}\"; a literal \"{{\" is written {{'{{'}}", start);
    }
    String inside = text.substring(at, end).strip();
    List<String> words = words(inside, at);
    hole(new Expression(words.get(0), words.subList(1, words.size()), null, start));
    at = end + 2;
  }

  private void shortPlaceholder() throws TemplateException {
    int start = at++;
    int end = text.indexOf('}', at);
    if (end < 0) {
      throw new TemplateException(
          "the placeholder is not closed with \"}\"; a literal \"{\" is written %7B", start);
    }
    hole(new Expression("args", words(text.substring(at, end).strip(), at), null, start));
    at = end + 1;
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

  private static List<String> words(String path, int offset) throws TemplateException {
    if (path.isEmpty()) {
      throw new TemplateException(
          "the placeholder is empty; it wants a name as in args.city", offset);
    }
    List<String> words = List.of(path.split("\\.", -1));
    for (String word : words) {
      if (word.isEmpty()) {
        throw new TemplateException("\"" + path + "\" has an empty name between its dots", offset);
      }
      for (int i = 0; i < word.length(); i++) {
        char c = word.charAt(i);
        if (c <= ' ' || RESERVED.indexOf(c) >= 0) {
          throw new TemplateException(
              "\""
                  + path
                  + "\" has "
                  + named(c)
                  + " in a name; placeholders are names with dots"
                  + " between them, as in args.address.zip",
              offset);
        }
      }
    }
    return words;
  }

  private static String named(char c) {
    return c < ' ' ? "a control character" : c == ' ' ? "a space" : "\"" + c + "\"";
  }
}
