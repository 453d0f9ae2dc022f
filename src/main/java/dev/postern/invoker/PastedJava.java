package dev.postern.invoker;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Java source as far as it must be understood to read one method's head. */
final class PastedJava {
  /** Without an alternative under the star, which would cost a stack frame for each character. */
  private static final String STRING = "\"[^\"\\\\]*(?:\\\\.[^\"\\\\]*)*\"";

  private static final Pattern LITERAL = Pattern.compile(STRING);
  private static final Pattern COMMENT =
      Pattern.compile(STRING + "|/\\*.*?\\*/|//[^\\n]*", Pattern.DOTALL);
  private static final Pattern COMMENTS_AT_START =
      Pattern.compile("\\A(?:\\s*(?:/\\*.*?\\*/|//[^\\n]*\\n))*\\s*(?=@)", Pattern.DOTALL);
  private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u+([0-9a-fA-F]{4})|.)");

  private PastedJava() {}

  /** Whether it is a method with annotations, perhaps with comments before it. */
  static boolean isMethod(String source) {
    return COMMENTS_AT_START.matcher(source).find();
  }

  static String withoutComments(String source) {
    return COMMENT
        .matcher(source)
        .replaceAll(
            found -> found.group().startsWith("\"") ? Matcher.quoteReplacement(found.group()) : " ")
        .strip();
  }

  static String withoutLiterals(String source) {
    return LITERAL.matcher(source).replaceAll("\"\"");
  }

  /**
   * What its string literals say.
   *
   * @throws IllegalArgumentException if one has an escape that Java does not know
   */
  static List<String> literals(String source) {
    List<String> literals = new ArrayList<>();
    Matcher literal = LITERAL.matcher(source);
    while (literal.find()) {
      String inside = source.substring(literal.start() + 1, literal.end() - 1);
      literals.add(ESCAPE.matcher(inside).replaceAll(PastedJava::unicode).translateEscapes());
    }
    return literals;
  }

  private static String unicode(java.util.regex.MatchResult escape) {
    String digits = escape.group(1);
    return Matcher.quoteReplacement(
        digits == null ? escape.group() : Character.toString(Integer.parseInt(digits, 16)));
  }

  /** Behind the bracket that closes the one before {@code from}; strings are skipped. */
  static int closing(String source, int from) {
    int depth = 1;
    for (int i = from; i < source.length(); i++) {
      char c = source.charAt(i);
      if (c == '"') {
        Matcher literal = LITERAL.matcher(source).region(i, source.length());
        i = literal.lookingAt() ? literal.end() - 1 : i;
      } else if (c == '(') {
        depth++;
      } else if (c == ')' && --depth == 0) {
        return i + 1;
      }
    }
    return source.length();
  }

  /** What stands between commas that are in no brackets. */
  static List<String> list(String source) {
    List<String> pieces = new ArrayList<>();
    int depth = 0;
    int from = 0;
    for (int i = 0; i < source.length(); i++) {
      char c = source.charAt(i);
      if (c == ',' && depth == 0) {
        pieces.add(source.substring(from, i));
        from = i + 1;
      } else if ("(<[{".indexOf(c) >= 0) {
        depth++;
      } else if (")>]}".indexOf(c) >= 0) {
        depth--;
      }
    }
    pieces.add(source.substring(from));
    return pieces;
  }
}
