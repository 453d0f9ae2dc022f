package dev.postern.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * What stands between the braces.
 *
 * @param root where to look, for instance {@code args}
 * @param path member names below the root; empty for the root itself
 * @param fallback stands in where the value is absent; null for nothing
 * @param offset of the hole in its template, in chars
 */
public record Expression(String root, List<String> path, JsonNode fallback, int offset) {

  public Expression {
    path = List.copyOf(path);
  }

  public Expression withFallback(JsonNode value) {
    return new Expression(root, path, value, offset);
  }

  /** The value in this scope; null where it is absent. An explicit JSON null is not absent. */
  public JsonNode find(Scope scope) {
    JsonNode value = scope.root(root);
    for (int step = 0; value != null && step < path.size(); step++) {
      value = value.get(path.get(step)); // null for anything that is no object
    }
    return value == null ? fallback : value;
  }

  /** The value as text for a longer text; null where it is absent or null. */
  String findText(Scope scope) {
    JsonNode value = find(scope);
    return value == null || value.isNull() ? null : PlainText.of(value);
  }

  /** As written, for messages. */
  @Override
  public String toString() {
    return path.isEmpty() ? root : root + "." + String.join(".", path);
  }
}
