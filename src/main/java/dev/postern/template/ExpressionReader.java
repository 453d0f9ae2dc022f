package dev.postern.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.postern.template.Expression.Expansion;
import dev.postern.template.Expression.Step;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Reads what stands between the braces of one placeholder; used once and thrown away. */
final class ExpressionReader {
  /** Characters that stay free for what expressions will learn, and the ones that end them. */
  private static final String RESERVED = "{}[]()|'\"`,;:!?=<>#%&*+/\\";

  private static final int LONGEST_INDEX = 6; // no service takes a million elements

  private final String text;
  private final int offset;
  private int at;

  /**
   * @param text without the braces, and without spaces at its ends
   * @param offset of the text in its template, for messages
   */
  ExpressionReader(String text, int offset) {
    this.text = text;
    this.offset = offset;
  }

  /**
   * @param root what a path begins with that has none written; null where it must have one
   * @param start of the placeholder in its template
   */
  Expression read(String root, int start) throws TemplateException {
    if (text.isEmpty()) {
      throw wrong("the placeholder is empty; it wants a name as in args.city");
    }
    Expansion expansion = operator();
    List<Step> steps = steps();
    if (expansion == Expansion.SEGMENTS) {
      if (at == text.length() || text.charAt(at) != '*') {
        throw wrong("\"/\" wants a \"*\" at the end, as in {/path*}: a whole rest of a path");
      }
      at++;
    }
    JsonNode fallback = fallback();
    if (at < text.length()) {
      throw unexpected(text.charAt(at));
    }
    return root == null
        ? new Expression(
            steps.get(0).name(), steps.subList(1, steps.size()), fallback, expansion, start)
        : new Expression(root, steps, fallback, expansion, start);
  }

  /** Whether a name can be written without quotes. */
  static boolean isPlain(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (!isWord(name.charAt(i)) || name.charAt(i) == '.') {
        return false;
      }
    }
    return !name.isEmpty();
  }

  /** Whether a quote here opens a quoted text: after a bracket or a bar. */
  static boolean opensQuote(String template, int quote, int from) {
    int before = quote - 1;
    while (before >= from && template.charAt(before) == ' ') {
      before--;
    }
    return before >= from && (template.charAt(before) == '[' || template.charAt(before) == '|');
  }

  private Expansion operator() {
    if (text.charAt(0) != '+' && text.charAt(0) != '/') {
      return Expansion.SIMPLE;
    }
    at++;
    return text.charAt(0) == '+' ? Expansion.RESERVED : Expansion.SEGMENTS;
  }

  private List<Step> steps() throws TemplateException {
    List<Step> steps = new ArrayList<>();
    steps.add(Step.member(word()));
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '.') {
        at++;
        steps.add(Step.member(word()));
      } else if (c == '[') {
        at++;
        steps.add(bracket());
      } else {
        break;
      }
    }
    return steps;
  }

  private String word() throws TemplateException {
    int start = at;
    while (at < text.length() && isWord(text.charAt(at)) && text.charAt(at) != '.') {
      at++;
    }
    if (at == start) {
      if (at < text.length() && text.charAt(at) != '.') {
        throw unexpected(text.charAt(at));
      }
      throw wrong("\"" + text + "\" has an empty name between its dots");
    }
    return text.substring(start, at);
  }

  private Step bracket() throws TemplateException {
    int close = text.indexOf(']', at);
    if (at < text.length() && text.charAt(at) == '\'') {
      int end = text.indexOf('\'', at + 1);
      if (end < 0 || end + 1 >= text.length() || text.charAt(end + 1) != ']' || end == at + 1) {
        throw wrong("\"" + text + "\" has a name in brackets that is not written ['name']");
      }
      Step step = Step.member(text.substring(at + 1, end));
      at = end + 2;
      return step;
    }
    String digits = close < 0 ? "" : text.substring(at, close);
    if (digits.isEmpty()
        || digits.length() > LONGEST_INDEX
        || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw wrong("\"" + text + "\" wants a number or a quoted name in brackets, as in args.a[0]");
    }
    at = close + 1;
    return Step.element(Integer.parseInt(digits));
  }

  private JsonNode fallback() throws TemplateException {
    int before = at;
    skipSpaces();
    if (at == text.length() || text.charAt(at) != '|') {
      at = before;
      return null;
    }
    at++;
    skipSpaces();
    String written = text.substring(at);
    int start = at;
    at = text.length();
    if (!written.startsWith("'")) {
      return literal(written);
    }
    int end = text.indexOf('\'', start + 1);
    if (end != text.length() - 1) {
      throw wrong("the default " + written + " is not one text in single quotes");
    }
    return JsonNodeFactory.instance.textNode(written.substring(1, written.length() - 1));
  }

  /** A number only where that keeps its form: 007 and 1e3 are texts unless a schema says more. */
  private static JsonNode literal(String written) {
    switch (written) {
      case "true", "false" -> {
        return JsonNodeFactory.instance.booleanNode(written.equals("true"));
      }
      case "null" -> {
        return JsonNodeFactory.instance.nullNode();
      }
      default -> {
        JsonNode number = number(written);
        return number == null ? JsonNodeFactory.instance.textNode(written) : number;
      }
    }
  }

  private static JsonNode number(String written) {
    if (written.isEmpty() || written.length() > 40 || Character.isLetter(written.charAt(0))) {
      return null;
    }
    try {
      BigDecimal number = new BigDecimal(written);
      if (!number.toPlainString().equals(written)) {
        return null;
      }
      if (number.scale() != 0) {
        return DecimalNode.valueOf(number); // keeps its zeros, as a factory might not
      }
      return number.precision() < 10
          ? IntNode.valueOf(number.intValueExact())
          : BigIntegerNode.valueOf(number.toBigIntegerExact());
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private void skipSpaces() {
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
  }

  private static boolean isWord(char c) {
    return c > ' ' && RESERVED.indexOf(c) < 0;
  }

  private TemplateException unexpected(char c) {
    String named = c < ' ' ? "a control character" : c == ' ' ? "a space" : "\"" + c + "\"";
    return wrong(
        "\""
            + text
            + "\" has "
            + named
            + " in a name; placeholders are names with dots between them, as in args.address.zip;"
            + " other names stand in brackets and quotes, as in args['a b']");
  }

  private TemplateException wrong(String message) {
    return new TemplateException(message, offset);
  }
}
