package dev.postern.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * One parameter of a URL's query. An absent value drops the parameter, an array repeats it once per
 * element that is not null, and any other value becomes text.
 *
 * @param name percent-encoded already
 * @param value null for a parameter without an equals sign
 * @param wire whether the value's literal text stands as in a URL; else it is encoded as a hole's
 *     value is
 * @param style how a value that is exactly one hole becomes one or more pairs
 */
public record QueryParameter(String name, TextTemplate value, boolean wire, QueryStyle style) {

  /** A parameter given by name and value, none of them encoded. */
  public static QueryParameter named(String name, TextTemplate value) {
    return named(name, value, QueryStyle.REPEATED);
  }

  /** A parameter given by name and value, none of them encoded. */
  public static QueryParameter named(String name, TextTemplate value, QueryStyle style) {
    return new QueryParameter(PercentEncoding.encode(name), value, false, style);
  }

  public QueryParameter withValue(TextTemplate other) {
    return new QueryParameter(name, other, wire, style);
  }

  public QueryParameter withStyle(QueryStyle other) {
    return new QueryParameter(name, value, wire, other);
  }

  /** As {@link TextTemplate#fill}; a value that lands in a URL's own text is encoded for it. */
  public QueryParameter fill(Function<Expression, String> known) {
    if (value == null) {
      return this;
    }
    return withValue(value.fill(wire ? hole -> encodedOrNull(known.apply(hole)) : known));
  }

  private static String encodedOrNull(String value) {
    return value == null ? null : PercentEncoding.encode(value);
  }

  /** Takes a query apart that stands in a URL. */
  static List<QueryParameter> split(List<Part> query) throws TemplateException {
    List<QueryParameter> parameters = new ArrayList<>();
    List<Part> current = new ArrayList<>();
    for (Part part : query) {
      if (!(part instanceof Part.Literal literal)) {
        current.add(part);
        continue;
      }
      String[] pieces = literal.text().split("&", -1);
      for (int i = 0; i < pieces.length; i++) {
        if (i > 0) {
          end(current, parameters);
        }
        if (!pieces[i].isEmpty()) {
          current.add(new Part.Literal(pieces[i]));
        }
      }
    }
    end(current, parameters);
    return parameters;
  }

  private static void end(List<Part> pair, List<QueryParameter> parameters)
      throws TemplateException {
    if (pair.isEmpty()) {
      return; // two ampersands beside each other, or one at the end
    }
    String first = pair.get(0) instanceof Part.Literal literal ? literal.text() : "";
    int equals = first.indexOf('=');
    if (equals < 0 && pair.size() > 1 || first.isEmpty()) {
      throw new TemplateException(
          "must not have a placeholder in the name of a query parameter", 0);
    }
    String name = PercentEncoding.completeQuery(equals < 0 ? first : first.substring(0, equals));
    List<Part> value = new ArrayList<>(pair.subList(1, pair.size()));
    if (equals >= 0 && equals + 1 < first.length()) {
      value.add(0, new Part.Literal(first.substring(equals + 1)));
    }
    TextTemplate text = equals < 0 ? null : TextTemplate.ofParts(value);
    parameters.add(new QueryParameter(name, text, true, QueryStyle.REPEATED));
    pair.clear();
  }

  /** The same with its literal text in the form it goes out. */
  QueryParameter encoded() {
    if (value == null) {
      return this;
    }
    return new QueryParameter(
        name,
        value.mapLiterals(wire ? PercentEncoding::completeQuery : PercentEncoding::encode),
        true,
        style);
  }

  /** Whether it goes out in the same form with every call. */
  boolean isConstant() {
    return value == null || value.constant() != null;
  }

  /** Adds {@code name=value} with a separator before it; call {@link #encoded} at load. */
  void append(QueryText out, Scope scope) throws BadValueException {
    if (isConstant()) {
      out.pair(name, value == null ? null : value.constant());
      return;
    }
    Expression only = value.only();
    if (only != null) {
      JsonNode found = only.findPresent(scope);
      if (found != null) {
        out.value(this, only, found);
      }
      return;
    }
    int before = out.begin(name);
    if (!value.appendEncoded(out.text(), scope)) {
      out.takeBack(before);
    }
  }
}
