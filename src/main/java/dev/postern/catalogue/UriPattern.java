package dev.postern.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** The URIs that a resource answers to. */
public interface UriPattern {

  /** As written: a URI, or a URI template (RFC 6570). */
  String text();

  boolean hasHoles();

  /** The values of the holes, decoded, where the URI is one of these; empty where it is not. */
  Optional<ObjectNode> match(String uri);
}
