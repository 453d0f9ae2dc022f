package dev.postern.catalogue;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One way in which a prompt or a resource comes by its content, for instance {@code messages},
 * {@code text} or {@code http}. Its settings stand under the key of its name.
 */
public interface AnswerType {

  /** As written in the JSON. */
  String name();

  /**
   * Compiles the settings. Problems are added with pointers from the root of the document; where
   * any was added the returned value is ignored and may be null.
   *
   * @param block what stands under the key {@link #name()}
   * @param arguments what placeholders can name
   * @return yields {@code messages} of a prompt, or {@code contents} of a resource; contents that
   *     name no {@code uri} are those of the very resource that was asked for
   */
  Binding compile(JsonNode block, InputSchema arguments, Problems problems);
}
