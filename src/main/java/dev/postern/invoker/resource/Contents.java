package dev.postern.invoker.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.message.mcp.Outcome;

/** Makes results of {@code resources/read} that hold one content, of the resource itself. */
final class Contents {
  private Contents() {}

  /**
   * @param mediaType empty where it is not known
   */
  static Outcome text(String text, String mediaType) {
    return one("text", text, mediaType);
  }

  /**
   * @param base64 the bytes
   * @param mediaType empty where it is not known
   */
  static Outcome blob(String base64, String mediaType) {
    return one("blob", base64, mediaType);
  }

  private static Outcome one(String key, String value, String mediaType) {
    ObjectNode result = Json.object();
    ObjectNode content = result.putArray("contents").addObject();
    if (!mediaType.isEmpty()) {
      content.put("mimeType", mediaType);
    }
    content.put(key, value);
    return new Outcome.PlainResult(result);
  }
}
