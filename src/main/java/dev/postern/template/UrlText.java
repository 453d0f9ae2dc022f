package dev.postern.template;

import java.util.ArrayList;
import java.util.List;

/**
 * A URL with holes, taken apart but not yet checked against what may fill it.
 *
 * @param path begins with a slash or is empty; as written
 * @param query the parameters that stand in the URL itself, in order
 */
public record UrlText(Origin origin, TextTemplate path, List<QueryParameter> query) {

  /** Reads {@code scheme://host[:port][/path][?query]}. */
  public static UrlText parse(String url) throws TemplateException {
    List<Part> parts = TextTemplate.parseUrl(url).parts();
    String first =
        !parts.isEmpty() && parts.get(0) instanceof Part.Literal literal ? literal.text() : "";
    int slashes = first.indexOf("://");
    int end = slashes < 0 ? -1 : endOfAuthority(first, slashes + 3);
    if (parts.size() > 1 && (end < 0 || end == first.length() && !bringsSlash(parts.get(1)))) {
      throw new TemplateException(
          "must not have a placeholder before its path: no argument may choose scheme, host or"
              + " port",
          ((Part.Hole) parts.get(first.isEmpty() ? 0 : 1)).expression().offset());
    }
    Origin origin = Origin.parse(end < 0 ? first : first.substring(0, end));
    List<Part> rest = new ArrayList<>(parts.subList(1, parts.size()));
    if (end < first.length()) {
      rest.add(0, new Part.Literal(first.substring(end)));
    }
    return of(origin, rest);
  }

  /** This URL, which must not have a query, with a path and query added. */
  public UrlText resolve(String pathAndQuery) throws TemplateException {
    if (!query.isEmpty()) {
      throw new TemplateException("cannot follow a base URL that has a query", 0);
    }
    List<Part> added = TextTemplate.parseUrl(pathAndQuery).parts();
    List<Part> all = new ArrayList<>(path.parts());
    int last = all.size() - 1;
    if (last >= 0
        && all.get(last) instanceof Part.Literal literal
        && literal.text().endsWith("/")) {
      all.set(last, new Part.Literal(literal.text().substring(0, literal.text().length() - 1)));
    }
    if (!pathAndQuery.isEmpty()
        && !pathAndQuery.startsWith("/")
        && !pathAndQuery.startsWith("?")
        && !bringsSlash(added.get(0))) {
      all.add(new Part.Literal("/"));
    }
    all.addAll(added);
    return of(origin, all);
  }

  /** Whether a part is a path of its own, which begins with a slash whatever fills it. */
  private static boolean bringsSlash(Part part) {
    return part instanceof Part.Hole hole
        && hole.expression().expansion() == Expression.Expansion.SEGMENTS;
  }

  private static int endOfAuthority(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      if ("/?#\\".indexOf(text.charAt(i)) >= 0) {
        return i;
      }
    }
    return text.length();
  }

  private static UrlText of(Origin origin, List<Part> parts) throws TemplateException {
    List<Part> path = new ArrayList<>();
    List<Part> query = null;
    for (Part part : parts) {
      if (part instanceof Part.Literal literal) {
        String text = literal.text();
        checkLiteral(text);
        int mark = query == null ? text.indexOf('?') : -1;
        if (mark >= 0) {
          add(path, text.substring(0, mark));
          query = new ArrayList<>();
          add(query, text.substring(mark + 1));
          continue;
        }
      }
      (query == null ? path : query).add(part);
    }
    return new UrlText(
        origin,
        TextTemplate.ofParts(path),
        query == null ? List.of() : QueryParameter.split(query));
  }

  private static void checkLiteral(String text) throws TemplateException {
    if (text.indexOf('#') >= 0) {
      throw new TemplateException(
          "must not have a fragment (#...): it is never sent; a literal \"#\" is written %23", 0);
    }
    if (text.indexOf('\\') >= 0 || text.chars().anyMatch(Character::isISOControl)) {
      throw new TemplateException("must not have backslashes or control characters", 0);
    }
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))
          && !Character.isSupplementaryCodePoint(text.codePointAt(i))
          && (i == 0 || !Character.isSupplementaryCodePoint(text.codePointAt(i - 1)))) {
        throw new TemplateException("has half a surrogate pair", 0);
      }
    }
  }

  private static void add(List<Part> parts, String text) {
    if (!text.isEmpty()) {
      parts.add(new Part.Literal(text));
    }
  }
}
