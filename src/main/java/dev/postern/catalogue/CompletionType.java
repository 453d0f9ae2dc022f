package dev.postern.catalogue;

import com.fasterxml.jackson.databind.JsonNode;

/** One way to come by suggestions, for instance {@code http}. */
public interface CompletionType {

  /** As written in the JSON. */
  String name();

  /**
   * Compiles the settings; where a problem was added the returned value is ignored.
   *
   * @param argument the one whose values are suggested; what was typed of it is always given
   * @param pointer where the settings stand
   * @param arguments what placeholders can name
   */
  Completion compile(
      String argument, JsonNode block, String pointer, InputSchema arguments, Problems problems);
}
