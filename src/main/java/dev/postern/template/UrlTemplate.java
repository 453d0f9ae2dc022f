package dev.postern.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A URL with holes, ready to be filled: everything constant is encoded already. Immutable.
 *
 * <p>The path is kept as segments, and a hole stands inside exactly one of them. What fills it is
 * encoded so that no slash, question mark or number sign is left, and a segment that would come out
 * empty, "." or ".." is refused: services resolve those away.
 */
public final class UrlTemplate {
  private final Origin origin;
  private final List<PathPiece> path;
  private final List<QueryParameter> query;

  /** Constant text when {@code segment} is null, else one segment with holes. */
  private record PathPiece(String constant, TextTemplate segment) {}

  /**
   * @param url with its secrets filled and its fallbacks set
   */
  public UrlTemplate(UrlText url) throws TemplateException {
    origin = url.origin();
    path = pieces(url.path().parts());
    query = url.query().stream().map(QueryParameter::encoded).toList();
  }

  public Origin origin() {
    return origin;
  }

  /** The request target, RFC 9112 §3.2.1: path and query. */
  public String render(Scope scope) throws BadValueException {
    if (path.size() == 1 && query.isEmpty() && path.get(0).segment() == null) {
      return path.get(0).constant();
    }
    StringBuilder out = new StringBuilder(128);
    for (PathPiece piece : path) {
      if (piece.segment() == null) {
        out.append(piece.constant());
      } else {
        segment(out, piece.segment(), scope);
      }
    }
    int queryStart = out.length();
    for (QueryParameter parameter : query) {
      parameter.append(out, queryStart, scope);
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
        appendEncoded(out, last, pathValue(last, scope));
      }
    }
    String why = whyNoSegment(out.substring(start));
    if (why != null) {
      throw new BadValueException(last, why);
    }
  }

  private static String pathValue(Expression hole, Scope scope) throws BadValueException {
    JsonNode value = hole.find(scope);
    if (value == null || value.isNull()) {
      throw new BadValueException(hole, "is missing, and the service's path needs it");
    }
    if (value.isContainerNode()) {
      throw new BadValueException(
          hole, "must be a string, a number or a boolean to stand in the service's path");
    }
    return PlainText.of(value);
  }

  /** Adds a hole's value so that it means only itself. */
  static void appendEncoded(StringBuilder out, Expression hole, String value)
      throws BadValueException {
    if (!PercentEncoding.append(out, value)) {
      throw new BadValueException(hole, "is not Unicode text: it has half a surrogate pair");
    }
  }

  /**
   * @param segment percent-encoded
   * @return null where it is a good segment
   */
  private static String whyNoSegment(String segment) {
    int parameters = segment.indexOf(';'); // some servers cut these off before they look at dots
    String name = parameters < 0 ? segment : segment.substring(0, parameters);
    if (name.isEmpty()) {
      return "must not be empty: it is a segment of the service's path";
    }
    if (name.length() <= 6) { // %2e%2e
      String dots = name.replace("%2e", ".").replace("%2E", ".");
      if (dots.equals(".") || dots.equals("..")) {
        return "must not be \".\" or \"..\": it is a segment of the service's path";
      }
    }
    return null;
  }

  private static List<PathPiece> pieces(List<Part> parts) throws TemplateException {
    List<PathPiece> pieces = new ArrayList<>();
    StringBuilder constant = new StringBuilder();
    List<Part> segment = new ArrayList<>();
    if (parts.isEmpty() || !startsWithSlash(parts.get(0))) {
      constant.append('/'); // https://host and https://host?query
    }
    for (Part part : parts) {
      if (part instanceof Part.Literal literal) {
        String[] names = PercentEncoding.completePath(literal.text()).split("/", -1);
        for (int i = 0; i < names.length; i++) {
          if (i > 0) {
            endSegment(segment, constant, pieces);
            constant.append('/');
          }
          if (!names[i].isEmpty()) {
            segment.add(new Part.Literal(names[i]));
          }
        }
      } else {
        segment.add(part);
      }
    }
    endSegment(segment, constant, pieces);
    if (!constant.isEmpty()) {
      pieces.add(new PathPiece(constant.toString(), null));
    }
    return pieces;
  }

  private static boolean startsWithSlash(Part part) {
    return part instanceof Part.Literal literal && literal.text().startsWith("/");
  }

  private static void endSegment(List<Part> segment, StringBuilder constant, List<PathPiece> pieces)
      throws TemplateException {
    TextTemplate text = TextTemplate.ofParts(segment);
    segment.clear();
    if (text.constant() == null) {
      pieces.add(new PathPiece(constant.toString(), null));
      constant.setLength(0);
      pieces.add(new PathPiece(null, text));
    } else if (!text.constant().isEmpty() && whyNoSegment(text.constant()) != null) {
      throw new TemplateException(
          "must not have the path segment \"" + text.constant() + "\": write the path it means", 0);
    } else {
      constant.append(text.constant());
    }
  }
}
