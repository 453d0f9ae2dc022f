package dev.postern.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.ArrayList;
import java.util.List;

/**
 * A JSON Schema (2020-12), compiled when what it stands in is loaded. References to other documents
 * are refused: nothing is ever fetched from the network. Immutable.
 */
public final class CompiledSchema {

  /** Only schemas that lie in the validator's own jar (the meta schemas) may be referred to. */
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  private static final Schema META =
      REGISTRY.getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));

  private final Schema compiled;

  private CompiledSchema(Schema compiled) {
    this.compiled = compiled;
  }

  /**
   * @param pointer where the schema stands in its document
   * @return null where a problem was added
   */
  public static CompiledSchema compile(ObjectNode schema, String pointer, Problems problems) {
    int before = problems.count();
    for (Error error : META.validate(schema)) {
      problems.add(pointer + error.getInstanceLocation(), error.getMessage());
    }
    if (problems.count() > before) {
      return null;
    }
    try {
      Schema compiled = REGISTRY.getSchema(schema);
      compiled.initializeValidators();
      return new CompiledSchema(compiled);
    } catch (RuntimeException e) { // an unresolvable $ref or a bad pattern surfaces here
      problems.add(pointer, "cannot be compiled: " + e.getMessage());
      return null;
    }
  }

  /** All that is wrong with the value; empty where it is valid. */
  public List<Problem> validate(JsonNode value) {
    List<Error> errors = compiled.validate(value);
    if (errors.isEmpty()) {
      return List.of();
    }
    List<Problem> problems = new ArrayList<>(errors.size());
    for (Error error : errors) {
      problems.add(new Problem(error.getInstanceLocation().toString(), error.getMessage()));
    }
    return problems;
  }
}
