package dev.postern.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.Optional;

/** The URIs that a resource answers to. */
public interface UriPattern {

  /** As written: a URI, or a URI template (RFC 6570). */
  String text();

  /** Names of all holes, in their order; empty for a plain URI. */
  Collection<String> holes();

  /** Names of those holes without which no URI fits. */
  Collection<String> requiredHoles();

  default boolean hasHoles() {
    return !holes().isEmpty();
  }

  /** The values of the holes, decoded, where the URI is one of these; empty where it is not. */
  Optional<ObjectNode> match(String uri);
}
