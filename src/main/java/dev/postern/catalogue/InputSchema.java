package dev.postern.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.ArrayList;
import java.util.List;

/**
 * What arguments there are: a tool's {@code inputSchema} (JSON Schema 2020-12), or made of what a
 * prompt or resource says of its own. Compiled when that is loaded. References to other documents
 * are refused: nothing is ever fetched from the network.
 */
public final class InputSchema {

  /** Only schemas that lie in the validator's own jar (the meta schemas) may be referred to. */
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  private static final Schema META =
      REGISTRY.getSchema(
          com.networknt.schema.SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));

  private final ObjectNode json;
  private final Schema compiled;
  private final String key;

  private InputSchema(ObjectNode json, Schema compiled, String key) {
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
    for (com.networknt.schema.Error error : META.validate(object)) {
      problems.add(pointer + error.getInstanceLocation(), error.getMessage());
    }
    if (problems.count() > before) {
      return null;
    }
    try {
      Schema compiled = REGISTRY.getSchema(object);
      compiled.initializeValidators();
      return new InputSchema(object, compiled, pointer.substring(1));
    } catch (RuntimeException e) { // an unresolvable $ref or a bad pattern surfaces here
      problems.add(pointer, "cannot be compiled: " + e.getMessage());
      return null;
    }
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
    List<com.networknt.schema.Error> errors = compiled.validate(arguments);
    if (errors.isEmpty()) {
      return List.of();
    }
    List<Problem> problems = new ArrayList<>(errors.size());
    for (com.networknt.schema.Error error : errors) {
      problems.add(new Problem(error.getInstanceLocation().toString(), error.getMessage()));
    }
    return problems;
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
