package dev.postern.template;

import com.fasterxml.jackson.databind.JsonNode;

/** The values that one rendering can reach. */
@FunctionalInterface
public interface Scope {

  /**
   * @param root the first word of an expression, for instance {@code args}
   * @return null where this rendering has no such root
   */
  JsonNode root(String root);
}
