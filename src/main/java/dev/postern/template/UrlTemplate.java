package dev.postern.template;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.template.Expression.Expansion;
import java.util.List;

/**
 * A URL with holes, ready to be filled: everything constant is encoded already. Immutable.
 *
 * <p>The path is kept as segments, and a hole stands inside exactly one of them. What fills it is
 * encoded so that no slash, question mark or number sign is left, and a segment that would come out
 * empty, "." or ".." is refused: services resolve those away.
 */
public final class UrlTemplate {
  /** As in {@code %2e%2e}. */
  private static final int LONGEST_DOTS = 6;

  private final Origin origin;
  private final List<PathPiece> path;
  private final List<QueryParameter> query;

  /** Path and query where no argument changes them, else null. */
  private final String constant;

  /** Exactly one of these: constant text, one segment with holes, or any number of segments. */
  record PathPiece(String constant, TextTemplate segment, Expression segments) {
    PathPiece(String constant) {
      this(constant, null, null);
    }
  }

  /**
   * @param url with its secrets filled and its fallbacks set
   */
  public UrlTemplate(UrlText url) throws TemplateException {
    origin = url.origin();
    path = new PathReader(url.path().parts()).read();
    query = url.query().stream().map(QueryParameter::encoded).toList();
    constant = constant();
  }

  private String constant() {
    boolean fixed =
        path.stream().allMatch(piece -> piece.constant() != null)
            && query.stream().allMatch(QueryParameter::isConstant);
    try {
      return fixed ? render(root -> null) : null;
    } catch (BadValueException e) {
      throw new AssertionError("Nothing was filled in", e);
    }
  }

  public Origin origin() {
    return origin;
  }

  /** Whether the query has a parameter of this name. */
  public boolean hasParameter(String name) {
    return query.stream().anyMatch(one -> name.equals(PercentEncoding.decode(one.name())));
  }

  /** The request target, RFC 9112 §3.2.1: path and query. */
  public String render(Scope scope) throws BadValueException {
    if (constant != null) {
      return constant;
    }
    StringBuilder out = new StringBuilder(128);
    for (PathPiece piece : path) {
      if (piece.constant() != null) {
        out.append(piece.constant());
      } else if (piece.segment() != null) {
        segment(out, piece.segment(), scope);
      } else {
        segments(out, piece.segments(), scope);
      }
    }
    if (out.isEmpty()) {
      out.append('/'); // a path may consist of segments that are not there
    }
    QueryText text = new QueryText(out, '?');
    for (QueryParameter parameter : query) {
      parameter.append(text, scope);
    }
    return out.toString();
  }

  private static void segment(StringBuilder out, TextTemplate segment, Scope scope)
      throws BadValueException {
    int start = out.length();
    Expression last = null;
    for (Part part : segment.parts()) {
      if (part instanceof Part.Literal literal) {
        out.append(literal.text());
      } else if (part instanceof Part.Hole hole) {
        last = hole.expression();
        appendSegment(out, last, pathValue(last, scope));
      }
    }
    String why = whyNoSegment(out, start);
    if (why != null) {
      throw new BadValueException(last, why);
    }
  }

  /** Each element becomes a segment; of a text, each part between its slashes. */
  private static void segments(StringBuilder out, Expression hole, Scope scope)
      throws BadValueException {
    JsonNode value = hole.findPresent(scope);
    if (value == null) {
      return;
    }
    if (value.isObject()) {
      throw new BadValueException(
          hole, "must be a text or an array to stand in the service's path");
    }
    if (!value.isArray()) {
      for (String name : PlainText.of(value).split("/", -1)) {
        addSegment(out, hole, name);
      }
      return;
    }
    for (JsonNode element : value) {
      if (element.isContainerNode() || element.isNull()) {
        throw new BadValueException(hole, "must have texts and numbers only: it is part of a path");
      }
      addSegment(out, hole, PlainText.of(element));
    }
  }

  private static void addSegment(StringBuilder out, Expression hole, String name)
      throws BadValueException {
    int start = out.append('/').length();
    appendValue(out, hole, name);
    String why = whyNoSegment(out, start);
    if (why != null) {
      throw new BadValueException(
          hole, name.isEmpty() ? "must have something before and after each slash" : why);
    }
  }

  private static String pathValue(Expression hole, Scope scope) throws BadValueException {
    JsonNode value = hole.findPresent(scope);
    if (value == null) {
      throw new BadValueException(hole, "is missing, and the service's path needs it");
    }
    if (value.isContainerNode()) {
      throw new BadValueException(
          hole, "must be a string, a number or a boolean to stand in the service's path");
    }
    return PlainText.of(value);
  }

  /** Adds a hole's value to a segment so that it means only itself. */
  private static void appendSegment(StringBuilder out, Expression hole, String value)
      throws BadValueException {
    check(
        hole,
        hole.expansion() == Expansion.RESERVED
            ? PercentEncoding.appendSegment(out, value)
            : PercentEncoding.append(out, value));
  }

  /** Adds a hole's value to a query so that it means only itself. */
  static void appendValue(StringBuilder out, Expression hole, String value)
      throws BadValueException {
    check(
        hole,
        hole.expansion() == Expansion.RESERVED
            ? PercentEncoding.appendQueryValue(out, value)
            : PercentEncoding.append(out, value));
  }

  private static void check(Expression hole, boolean appended) throws BadValueException {
    if (!appended) {
      throw new BadValueException(hole, "is not Unicode text: it has half a surrogate pair");
    }
  }

  /** As {@link #whyNoSegment(String)}, of what was added from here on. */
  private static String whyNoSegment(StringBuilder out, int start) {
    boolean plain = out.length() - start > LONGEST_DOTS && out.indexOf(";", start) < 0;
    return plain ? null : whyNoSegment(out.substring(start));
  }

  /**
   * @param segment percent-encoded
   * @return null where it is a good segment
   */
  static String whyNoSegment(String segment) {
    int parameters = segment.indexOf(';'); // some servers cut these off before they look at dots
    String name = parameters < 0 ? segment : segment.substring(0, parameters);
    if (name.isEmpty()) {
      return "must not be empty: it is a segment of the service's path";
    }
    if (name.length() <= LONGEST_DOTS) {
      String dots = name.replace("%2e", ".").replace("%2E", ".");
      if (dots.equals(".") || dots.equals("..")) {
        return "must not be \".\" or \"..\": it is a segment of the service's path";
      }
    }
    return null;
  }
}
