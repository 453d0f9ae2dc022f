package dev.postern.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;

/** Which questions a client can be asked, by the capabilities that it declared. */
public final class ClientCapabilities {
  private ClientCapabilities() {}

  /**
   * What the client would have to declare to be asked this; empty where it can be asked.
   *
   * @param question an entry of {@code inputRequests}: method and params
   */
  public static ObjectNode missing(ObjectNode declared, JsonNode question) {
    ObjectNode missing = Json.object();
    switch (question.path("method").asText()) {
      case "roots/list" -> require(declared, "roots", null, missing);
      case "sampling/createMessage" -> {
        boolean tools = question.path("params").has("tools");
        require(declared, "sampling", tools ? "tools" : null, missing);
      }
      case "elicitation/create" -> {
        boolean url = question.at("/params/mode").asText("form").equals("url");
        require(declared, "elicitation", url ? "url" : null, missing);
        // Without any mode in it the capability means the form (client/elicitation).
        JsonNode modes = declared.path("elicitation");
        if (!url && !modes.isEmpty() && !modes.has("form")) {
          missing.putObject("elicitation").putObject("form");
        }
      }
      default -> missing.putObject(question.path("method").asText("unknown"));
    }
    return missing;
  }

  private static void require(
      ObjectNode declared, String capability, String feature, ObjectNode missing) {
    JsonNode present = declared.path(capability);
    if (!present.isObject()) {
      ObjectNode wanted = missing.putObject(capability);
      if (feature != null) {
        wanted.putObject(feature);
      }
    } else if (feature != null && !present.has(feature)) {
      missing.putObject(capability).putObject(feature);
    }
  }
}
