package dev.postern.testing.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * One event of a {@code text/event-stream}.
 *
 * @param id null where the event has none
 * @param name {@code message} where the event has no name
 */
public record ServerSentEvent(String id, String name, String data) {
  private static final ObjectMapper JSON = new ObjectMapper();

  public JsonNode json() {
    try {
      return JSON.readTree(data);
    } catch (JsonProcessingException e) {
      throw new AssertionError("The event is not JSON: " + data, e);
    }
  }

  /** The JSON-RPC method; empty for an answer. */
  public String method() {
    return json().path("method").asText();
  }
}
