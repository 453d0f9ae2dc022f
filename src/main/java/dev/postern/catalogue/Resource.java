package dev.postern.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Map;

/**
 * A resource, or a template for many.
 *
 * @param name of its row
 * @param definition what {@code resources/list} or {@code resources/templates/list} shows of it
 * @param pattern of its URIs; one that has no holes matches its own text only
 * @param requirements what a client must be able to do to read it
 * @param binding yields a {@code ReadResourceResult}; its arguments are the holes' values and
 *     {@code uri}
 * @param completions by the name of the hole
 * @param poll how often its content is compared with what it was; null for never
 */
public record Resource(
    String name,
    ObjectNode definition,
    UriPattern pattern,
    Requirements requirements,
    Binding binding,
    Map<String, Completion> completions,
    Duration poll) {
  public Resource {
    completions = Map.copyOf(completions);
  }

  public boolean isTemplate() {
    return pattern.hasHoles();
  }
}
