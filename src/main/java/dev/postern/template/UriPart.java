package dev.postern.template;

/** A piece of a URI template. */
sealed interface UriPart {

  record Literal(String text) implements UriPart {}

  /**
   * @param reserved whether its value may have slashes and other marks of a URI
   */
  record Hole(String name, boolean reserved) implements UriPart {}
}
