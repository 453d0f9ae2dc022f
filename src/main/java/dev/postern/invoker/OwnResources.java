package dev.postern.invoker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Catalogue;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.message.mcp.Outcome;
import dev.postern.template.BadValueException;
import dev.postern.template.Expression;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** Reads resources of this gateway's own catalogue, for requests that carry them on. */
public final class OwnResources {
  /** Of what somebody took for a URI. */
  private static final int LONGEST_SHOWN = 200;

  private final LiveCatalogue catalogue;

  public OwnResources(LiveCatalogue catalogue) {
    this.catalogue = catalogue;
  }

  /**
   * @param hole that names the resource; null for none
   * @param call on whose behalf it is read
   */
  BytesTemplate.Bytes read(String uri, Expression hole, Call call)
      throws BadValueException, InterruptedException {
    Optional<Catalogue.Found> found = catalogue.current().resource(uri);
    if (found.isEmpty()) {
      throw new BadValueException(
          hole, "names no resource of this gateway: " + BodyText.cut(uri, LONGEST_SHOWN));
    }
    Catalogue.Found there = found.get();
    ObjectNode missing =
        there.resource().requirements().missing(call.conversation().clientCapabilities());
    if (!missing.isEmpty()) {
      throw new BadValueException(hole, "names a resource that wants of its client: " + missing);
    }
    Outcome outcome = there.resource().binding().call(call.with(there.holes().put("uri", uri)));
    if (outcome instanceof CallToolResult failed) {
      throw new BadValueException(
          hole, "names a resource that cannot be read: " + failed.facts().path("message").asText());
    }
    JsonNode content = outcome.json().at("/contents/0");
    if (content.isMissingNode()) {
      throw new BadValueException(hole, "names a resource that has no content");
    }
    return bytes(content, uri, hole);
  }

  private static BytesTemplate.Bytes bytes(JsonNode content, String uri, Expression hole)
      throws BadValueException {
    String type = content.path("mimeType").textValue();
    String name = uri.substring(uri.lastIndexOf('/') + 1);
    if (content.path("text").isTextual()) {
      return new BytesTemplate.Bytes(
          type == null ? "text/plain; charset=UTF-8" : type,
          name,
          content.get("text").textValue().getBytes(StandardCharsets.UTF_8));
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(content.path("blob").asText());
      return new BytesTemplate.Bytes(type, name, bytes);
    } catch (IllegalArgumentException e) {
      throw new BadValueException(hole, "names a resource whose blob is not base64");
    }
  }
}
