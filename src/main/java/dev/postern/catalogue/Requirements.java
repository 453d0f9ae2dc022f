package dev.postern.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * What a client must be able to do before a call is made at all: {@code "requires": ["elicitation",
 * "sampling"]} in the JSON of a tool or prompt.
 *
 * @param capabilities names of client capabilities
 */
public record Requirements(List<String> capabilities) {
  public static final Requirements NONE = new Requirements(List.of());

  private static final List<String> KNOWN = List.of("elicitation", "roots", "sampling");

  public Requirements {
    capabilities = List.copyOf(capabilities);
  }

  /** Reads the key {@code requires} of a document; absent, nothing is required. */
  static Requirements of(ObjectNode document, Problems problems) {
    JsonNode list = document.get("requires");
    if (list == null) {
      return NONE;
    }
    List<String> capabilities = new ArrayList<>();
    if (!list.isArray()) {
      problems.add("/requires", "must be an array of " + KNOWN);
      return NONE;
    }
    for (int i = 0; i < list.size(); i++) {
      if (KNOWN.contains(list.get(i).asText())) {
        capabilities.add(list.get(i).textValue());
      } else {
        problems.add("/requires/" + i, "must be one of " + KNOWN);
      }
    }
    return new Requirements(capabilities);
  }

  /** What the client would have to declare; empty where it can do everything. */
  public ObjectNode missing(ObjectNode declared) {
    ObjectNode missing = Json.object();
    for (String capability : capabilities) {
      if (!declared.path(capability).isObject()) {
        missing.putObject(capability);
      }
    }
    return missing;
  }
}
