package dev.postern.catalogue;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One value of {@code "type"} in a tool's JSON, for instance {@code http}. The type's settings
 * stand under the key of its name.
 */
public interface ToolType {

  /** As written in the tool's JSON. */
  String name();

  /**
   * Compiles the type's block. Problems are added with pointers from the root of the document, so
   * {@code /http/url}; where any was added the returned value is ignored and may be null.
   *
   * @param block what stands under the key {@link #name()}; a missing node where nothing does
   * @param schema the tool's arguments, to check placeholders against
   */
  Binding compile(JsonNode block, InputSchema schema, Problems problems);
}
