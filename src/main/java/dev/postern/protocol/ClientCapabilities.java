package dev.postern.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Conversation;
import dev.postern.catalogue.Requirements;
import dev.postern.message.ErrorCode;
import dev.postern.message.Json;
import dev.postern.message.RpcException;

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

  /**
   * @throws RpcException saying what the client would have to declare
   */
  public static void demand(Requirements requirements, Conversation conversation)
      throws RpcException {
    ObjectNode missing = requirements.missing(conversation.clientCapabilities());
    if (!missing.isEmpty()) {
      throw lacking(missing);
    }
  }

  /** The refusal of a request whose client did not declare these capabilities. */
  public static RpcException lacking(ObjectNode missing) {
    ObjectNode data = Json.object();
    data.set("requiredCapabilities", missing);
    return new RpcException(
        ErrorCode.MISSING_CLIENT_CAPABILITY,
        "This needs what the client did not declare: " + Json.text(missing),
        data);
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
