package dev.postern.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * What stands between the braces.
 *
 * @param root where to look, for instance {@code args}
 * @param path from the root down; empty for the root itself
 * @param fallback stands in where the value is absent; null for nothing
 * @param expansion how the value stands in a URL
 * @param offset of the hole in its template, in chars
 */
public record Expression(
    String root, List<Step> path, JsonNode fallback, Expansion expansion, int offset) {

  /**
   * One step down: to a member of an object, or to an element of an array.
   *
   * @param name null for an element
   * @param index -1 for a member
   */
  public record Step(String name, int index) {

    static Step member(String name) {
      return new Step(name, -1);
    }

    static Step element(int index) {
      return new Step(null, index);
    }

    public boolean isElement() {
      return name == null;
    }

    /** As a JSON Pointer has it, not yet escaped. */
    public String token() {
      return name == null ? Integer.toString(index) : name;
    }
  }

  /** RFC 6570 §3.2, as far as a gateway can take it from strangers. */
  public enum Expansion {
    /** {@code {id}}: everything that is not unreserved is encoded. */
    SIMPLE,
    /** {@code {+id}}: keeps what has no meaning of its own where the hole stands. */
    RESERVED,
    /** {@code {/path*}}: each element is a segment of a path. */
    SEGMENTS
  }

  public Expression {
    path = List.copyOf(path);
  }

  public Expression withFallback(JsonNode value) {
    return new Expression(root, path, value, expansion, offset);
  }

  /** The value in this scope; null where it is absent. An explicit JSON null is not absent. */
  public JsonNode find(Scope scope) {
    JsonNode value = scope.root(root);
    for (int step = 0; value != null && step < path.size(); step++) {
      Step next = path.get(step);
      // Both yield null for anything that has no members or no elements.
      value = next.name() == null ? value.get(next.index()) : value.get(next.name());
    }
    return value == null ? fallback : value;
  }

  /** As {@link #find}, but null counts as absent: it has no form outside of JSON. */
  JsonNode findPresent(Scope scope) {
    JsonNode value = find(scope);
    if (value != null && value.isNull()) {
      value = fallback;
    }
    return value == null || value.isNull() ? null : value;
  }

  /** The value as text for a longer text; null where it is absent or null. */
  public String findText(Scope scope) {
    JsonNode value = findPresent(scope);
    return value == null ? null : PlainText.of(value);
  }

  /** The path without its root, as written in a placeholder: {@code a.b[0]}. */
  public String pathText() {
    return text(path);
  }

  /** Steps as written in a placeholder. */
  public static String text(List<Step> path) {
    StringBuilder text = new StringBuilder();
    for (Step step : path) {
      if (step.isElement()) {
        text.append('[').append(step.index()).append(']');
      } else if (ExpressionReader.isPlain(step.name())) {
        text.append(text.isEmpty() ? "" : ".").append(step.name());
      } else {
        text.append("['").append(step.name()).append("']");
      }
    }
    return text.toString();
  }

  /** As written, for messages. */
  @Override
  public String toString() {
    String below = pathText();
    return root + (below.isEmpty() || below.startsWith("[") ? "" : ".") + below;
  }
}
