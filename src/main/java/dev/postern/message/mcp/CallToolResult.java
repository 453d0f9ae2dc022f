package dev.postern.message.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.ErrorCode;
import dev.postern.message.Json;
import dev.postern.message.RpcException;

/**
 * What a tool call yields, as the JSON that goes out. A failed service is a result too, with {@code
 * isError}: the model must read what happened.
 */
public record CallToolResult(ObjectNode json) implements Outcome.Complete {
  private static final String ERROR = "dev.postern/error";

  public static CallToolResult text(String text) {
    return new CallToolResult(content(text));
  }

  /** A text block and, beside it, the same as data for programs. */
  public static CallToolResult structured(String text, JsonNode structuredContent) {
    ObjectNode json = content(text);
    json.set("structuredContent", structuredContent);
    return new CallToolResult(json);
  }

  /**
   * A failure the model can act on.
   *
   * @param error the facts; they stand in the text for the model and under {@code
   *     _meta."dev.postern/error"} for programs. Not in {@code structuredContent}: clients check
   *     that against the tool's {@code outputSchema} even where {@code isError} is set
   */
  public static CallToolResult error(ObjectNode error) {
    ObjectNode json = content(Json.text(error));
    json.put("isError", true);
    json.putObject("_meta").set(ERROR, error);
    return new CallToolResult(json);
  }

  /** Adds something that the model must know besides, as one more block of text. */
  public void note(String note) {
    json.withArray("content").addObject().put("type", "text").put("text", note);
  }

  public boolean isError() {
    return json.path("isError").booleanValue();
  }

  /** The facts of {@link #error}; a missing node where it is none of these. */
  public JsonNode facts() {
    return json.path("_meta").path(ERROR);
  }

  /** The same failure where the protocol has no {@code isError}: outside of {@code tools/call}. */
  public RpcException asProtocolError() {
    boolean callersFault = facts().path("error").asText().equals("bad_argument");
    return new RpcException(
        callersFault ? ErrorCode.INVALID_PARAMS : ErrorCode.INTERNAL_ERROR,
        facts().path("message").asText("The service failed."),
        facts().isMissingNode() ? null : facts());
  }

  private static ObjectNode content(String text) {
    ObjectNode json = Json.object();
    json.putArray("content").addObject().put("type", "text").put("text", text);
    return json;
  }
}
