package dev.postern.protocol.stateful;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Makes of the newest vocabulary what an older revision knows. Unknown members would be harmless in
 * most clients; some refuse a whole list for one of them.
 */
final class StatefulShape {
  private StatefulShape() {}

  static ObjectNode result(StatefulRevision revision, String method, ObjectNode result) {
    ObjectNode shaped =
        switch (method) {
          case "tools/list" -> each(revision, result, "tools");
          case "prompts/list" -> each(revision, result, "prompts");
          case "resources/list" -> each(revision, result, "resources");
          case "resources/templates/list" -> each(revision, result, "resourceTemplates");
          case "tools/call" -> callResult(revision, result);
          case "prompts/get" -> promptResult(revision, result);
          default -> result;
        };
    return without(shaped, List.of("resultType", "ttlMs", "cacheScope"));
  }

  private static ObjectNode each(StatefulRevision revision, ObjectNode result, String key) {
    ArrayNode items = Json.NODES.arrayNode(result.path(key).size());
    for (JsonNode item : result.path(key)) {
      items.add(definition(revision, (ObjectNode) item));
    }
    return with(result, key, items);
  }

  /** A tool, prompt, resource or template in a list. */
  private static ObjectNode definition(StatefulRevision revision, ObjectNode item) {
    ObjectNode shaped = item;
    if (!revision.knowsIcons()) {
      shaped = without(shaped, List.of("icons"));
    }
    if (!revision.knowsTitles()) {
      shaped = without(shaped, List.of("title", "_meta", "outputSchema"));
      if (shaped.has("arguments")) {
        shaped = with(shaped, "arguments", withoutTitles(shaped.get("arguments")));
      }
    }
    if (shaped.has("inputSchema")) {
      return tool(revision, shaped, item.get("title"));
    }
    return withoutLastModified(revision, shaped);
  }

  private static ObjectNode tool(StatefulRevision revision, ObjectNode tool, JsonNode title) {
    ObjectNode shaped = tool;
    if (!revision.knowsToolAnnotations()) {
      shaped = without(shaped, List.of("annotations"));
    } else if (!revision.knowsTitles() && title != null) {
      // Where titles of tools stood before they had a member of their own.
      ObjectNode annotations =
          shaped.get("annotations") instanceof ObjectNode given ? given : Json.object();
      shaped =
          annotations.has("title")
              ? shaped
              : with(shaped, "annotations", with(annotations, "title", title));
    }
    // These revisions demand an object at the root; clients drop the whole list otherwise.
    boolean objectRoot = shaped.at("/outputSchema/type").asText().equals("object");
    return objectRoot ? shaped : without(shaped, List.of("outputSchema"));
  }

  private static ObjectNode withoutLastModified(StatefulRevision revision, ObjectNode item) {
    return !revision.knowsTitles() && item.get("annotations") instanceof ObjectNode annotations
        ? with(item, "annotations", without(annotations, List.of("lastModified")))
        : item;
  }

  private static ArrayNode withoutTitles(JsonNode arguments) {
    ArrayNode shaped = Json.NODES.arrayNode(arguments.size());
    for (JsonNode argument : arguments) {
      shaped.add(argument.isObject() ? without((ObjectNode) argument, List.of("title")) : argument);
    }
    return shaped;
  }

  private static ObjectNode callResult(StatefulRevision revision, ObjectNode result) {
    ObjectNode shaped = result;
    boolean keeps = revision.knowsTitles() && result.path("structuredContent").isObject();
    if (result.has("structuredContent") && !keeps) {
      shaped = without(shaped, List.of("structuredContent"));
    }
    if (!revision.knowsIcons()) {
      ArrayNode blocks = Json.NODES.arrayNode();
      for (JsonNode block : result.path("content")) {
        blocks.add(block(revision, block));
      }
      shaped = with(shaped, "content", blocks);
    }
    return shaped;
  }

  private static ObjectNode promptResult(StatefulRevision revision, ObjectNode result) {
    if (revision.knowsIcons()) {
      return result;
    }
    ArrayNode messages = Json.NODES.arrayNode();
    for (JsonNode message : result.path("messages")) {
      messages.add(
          message.isObject()
              ? with((ObjectNode) message, "content", block(revision, message.path("content")))
              : message);
    }
    return with(result, "messages", messages);
  }

  /** The unions of older revisions are closed: a block of unknown type fails the whole result. */
  private static JsonNode block(StatefulRevision revision, JsonNode block) {
    String type = block.path("type").asText();
    if (type.equals("resource_link") && !revision.knowsResourceLinks()) {
      String text = block.path("name").asText("resource") + ": " + block.path("uri").asText();
      return Json.object().put("type", "text").put("text", text);
    }
    if (type.equals("audio") && !revision.knowsAudio()) {
      ObjectNode embedded = Json.object().put("type", "resource");
      ObjectNode resource = embedded.putObject("resource");
      resource.put("uri", "postern:audio");
      resource.set("mimeType", block.path("mimeType"));
      resource.set("blob", block.path("data"));
      return embedded;
    }
    if (!(block instanceof ObjectNode known)) {
      return block;
    }
    ObjectNode shaped = without(known, List.of("icons"));
    return revision.knowsTitles()
        ? shaped
        : withoutLastModified(revision, without(shaped, List.of("_meta")));
  }

  /** What the server says of itself in {@code initialize}. */
  static ObjectNode serverInfo(StatefulRevision revision, ObjectNode info) {
    ObjectNode shaped =
        revision.knowsIcons() ? info : without(info, List.of("icons", "description", "websiteUrl"));
    return revision.knowsTitles() ? shaped : without(shaped, List.of("title"));
  }

  /**
   * What a client can be asked, in the words of its revision: before 2025-11-25 there were forms
   * and no pages, and no tools in sampling, whatever the library behind it declares.
   */
  static ObjectNode capabilities(StatefulRevision revision, ObjectNode declared) {
    ObjectNode shaped = declared;
    for (String capability : List.of("elicitation", "sampling")) {
      if (!revision.knowsIcons() && declared.path(capability).isObject()) {
        shaped = with(shaped, capability, Json.object());
      }
    }
    return shaped;
  }

  /** A question to the client, as its revision knows it. */
  static ObjectNode question(StatefulRevision revision, String method, ObjectNode params) {
    if (!method.equals("elicitation/create")) {
      return params;
    }
    if (revision.knowsIcons()) {
      return withElicitationId(params);
    }
    // 2025-06-18 knows forms only, and no "mode" for them.
    ObjectNode shaped = without(params, List.of("mode"));
    if (!(shaped.get("requestedSchema") instanceof ObjectNode given)) {
      return shaped;
    }
    ObjectNode schema = given.deepCopy();
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      if (property.getValue() instanceof ObjectNode field) {
        oldEnum(field);
      }
    }
    return with(shaped, "requestedSchema", schema);
  }

  /** 2025-11-25 alone gives pages an id, and its clients refuse a page without one. */
  private static ObjectNode withElicitationId(ObjectNode params) {
    boolean page = params.path("mode").asText().equals("url");
    return page && !params.path("elicitationId").isTextual()
        ? with(params, "elicitationId", Json.NODES.textNode(UUID.randomUUID().toString()))
        : params;
  }

  private static void oldEnum(ObjectNode field) {
    if (!field.path("type").asText().equals("boolean")) {
      field.remove("default");
    }
    if (!field.path("oneOf").isArray()) {
      return;
    }
    ArrayNode values = Json.NODES.arrayNode();
    ArrayNode names = Json.NODES.arrayNode();
    for (JsonNode choice : field.get("oneOf")) {
      values.add(choice.path("const"));
      names.add(choice.path("title"));
    }
    field.remove("oneOf");
    field.set("enum", values);
    field.set("enumNames", names);
  }

  /** A notification's params, without what the revision does not know. */
  static ObjectNode notification(StatefulRevision revision, String method, ObjectNode params) {
    return method.equals("notifications/progress") && !revision.knowsAudio()
        ? without(params, List.of("message"))
        : params;
  }

  private static ObjectNode with(ObjectNode json, String key, JsonNode value) {
    ObjectNode copy = Json.object();
    copy.setAll(json);
    copy.set(key, value);
    return copy;
  }

  private static ObjectNode without(ObjectNode json, List<String> keys) {
    for (String key : keys) {
      if (json.has(key)) {
        ObjectNode copy = Json.object();
        copy.setAll(json);
        copy.remove(keys);
        return copy;
      }
    }
    return json;
  }
}
