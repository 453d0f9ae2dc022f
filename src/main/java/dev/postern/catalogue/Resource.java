package dev.postern.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/**
 * A resource, or a template for many.
 *
 * @param name of its row
 * @param definition what {@code resources/list} or {@code resources/templates/list} shows of it
 * @param pattern of its URIs; one that has no holes matches its own text only
 * @param binding yields a {@code ReadResourceResult}; its arguments are the holes' values and
 *     {@code uri}
 * @param completions by the name of the hole
 */
public record Resource(
    String name,
    ObjectNode definition,
    UriPattern pattern,
    Binding binding,
    Map<String, Completion> completions) {
  public Resource {
    completions = Map.copyOf(completions);
  }

  public boolean isTemplate() {
    return pattern.hasHoles();
  }
}
