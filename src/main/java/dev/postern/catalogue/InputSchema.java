package dev.postern.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * What arguments there are: a tool's {@code inputSchema} (JSON Schema 2020-12), or made of what a
 * prompt or resource says of its own. Compiled when that is loaded.
 */
public final class InputSchema {
  private final ObjectNode json;
  private final CompiledSchema compiled;
  private final String key;

  private InputSchema(ObjectNode json, CompiledSchema compiled, String key) {
    this.key = key;
    this.json = json;
    this.compiled = compiled;
  }

  /**
   * Compiles a schema; what is wrong with it is added to {@code problems}.
   *
   * @param pointer where the schema stands in its document
   * @return null where a problem was added
   */
  public static InputSchema compile(JsonNode schema, String pointer, Problems problems) {
    if (!(schema instanceof ObjectNode object)) {
      problems.add(
          pointer, "must be a JSON Schema object; {\"type\": \"object\"} takes any arguments");
      return null;
    }
    int before = problems.count();
    if (!"object".equals(object.path("type").textValue())) {
      problems.add(pointer + "/type", "must be \"object\": MCP arguments are always an object");
    }
    CompiledSchema compiled = CompiledSchema.compile(object, pointer, problems);
    return problems.count() > before
        ? null
        : new InputSchema(object, compiled, pointer.substring(1));
  }

  /**
   * A tool's faulty schema as far as it says which arguments there are, so that what is wrong with
   * the rest of the tool can be told at once. Cannot validate; null where it says nothing.
   */
  static InputSchema unchecked(JsonNode schema) {
    return schema instanceof ObjectNode object
        ? new InputSchema(object, null, "inputSchema")
        : null;
  }

  /** All that is wrong with the arguments; empty where they are valid. */
  public List<Problem> validate(JsonNode arguments) {
    return compiled.validate(arguments);
  }

  /** The key of the document that says which arguments there are, for messages. */
  public String key() {
    return key;
  }

  /** The schema as written. */
  public ObjectNode json() {
    return json;
  }
}
