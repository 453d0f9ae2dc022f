package dev.postern.invoker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Problem;
import dev.postern.catalogue.Problems;
import java.util.Map;

/**
 * Checks results as far as clients would fail over them: the members that the schema requires, in
 * their types. What it does not know passes.
 */
public final class ResultShape {
  private final Problems problems;
  private final boolean template;

  /**
   * @param template whether a string with a placeholder may still become anything
   */
  public ResultShape(Problems problems, boolean template) {
    this.problems = problems;
    this.template = template;
  }

  public void callToolResult(JsonNode json, String pointer) {
    if (isObject(json, pointer)) {
      resultType(json, pointer);
      content(json.path("content"), pointer + "/content");
      optional(json, "isError", pointer, JsonNode::isBoolean, "true or false");
      optional(json, "_meta", pointer, JsonNode::isObject, "an object");
    }
  }

  void getPromptResult(JsonNode json, String pointer) {
    if (isObject(json, pointer)) {
      resultType(json, pointer);
      text(json, "description", pointer, false);
      String list = pointer + "/messages";
      if (isArray(json.path("messages"), list)) {
        for (int i = 0; i < json.path("messages").size(); i++) {
          message(json.path("messages").get(i), list + "/" + i);
        }
      }
    }
  }

  private void message(JsonNode message, String pointer) {
    if (isObject(message, pointer)) {
      JsonNode role = message.path("role");
      require(
          role.asText().equals("user") || role.asText().equals("assistant"),
          role,
          pointer + "/role",
          "\"user\" or \"assistant\"");
      block(message.path("content"), pointer + "/content");
    }
  }

  void readResourceResult(JsonNode json, String pointer) {
    if (isObject(json, pointer)) {
      resultType(json, pointer);
      String list = pointer + "/contents";
      if (isArray(json.path("contents"), list)) {
        for (int i = 0; i < json.path("contents").size(); i++) {
          resource(json.path("contents").get(i), list + "/" + i);
        }
      }
    }
  }

  void inputRequired(JsonNode json) {
    JsonNode asked = json.path("inputRequests");
    text(json, "requestState", "", false);
    if (asked.isMissingNode()) {
      require(json.has("requestState"), asked, "/inputRequests", "an object of questions");
    } else if (isObject(asked, "/inputRequests")) {
      for (Map.Entry<String, JsonNode> entry : asked.properties()) {
        question(entry.getValue(), Problem.at("/inputRequests", entry.getKey()));
      }
    }
  }

  public void question(JsonNode question, String pointer) {
    if (isObject(question, pointer)) {
      text(question, "method", pointer, true);
      optional(question, "params", pointer, JsonNode::isObject, "an object");
    }
  }

  public void content(JsonNode blocks, String pointer) {
    if (isArray(blocks, pointer)) {
      for (int i = 0; i < blocks.size(); i++) {
        block(blocks.get(i), pointer + "/" + i);
      }
    }
  }

  private void block(JsonNode block, String pointer) {
    if (!isObject(block, pointer)) {
      return;
    }
    text(block, "type", pointer, true);
    switch (block.path("type").asText()) {
      case "text" -> text(block, "text", pointer, true);
      case "image", "audio" -> {
        text(block, "data", pointer, true);
        text(block, "mimeType", pointer, true);
      }
      case "resource" -> resource(block.path("resource"), pointer + "/resource");
      case "resource_link" -> {
        text(block, "uri", pointer, true);
        text(block, "name", pointer, true);
      }
      default -> {} // of a later revision, or of an extension
    }
  }

  private void resource(JsonNode resource, String pointer) {
    if (isObject(resource, pointer)) {
      text(resource, "uri", pointer, true);
      text(resource, "mimeType", pointer, false);
      text(resource, resource.has("blob") ? "blob" : "text", pointer, true);
    }
  }

  private void resultType(JsonNode json, String pointer) {
    JsonNode type = json.path("resultType");
    require(
        type.isMissingNode() || type.asText().equals("complete"),
        type,
        pointer + "/resultType",
        "\"complete\" or \"input_required\"");
  }

  private void text(JsonNode json, String key, String pointer, boolean required) {
    JsonNode value = json.path(key);
    boolean right = value.isTextual() || value.isMissingNode() && !required;
    require(right, value, pointer + "/" + key, "a string");
  }

  private void optional(
      JsonNode json,
      String key,
      String pointer,
      java.util.function.Predicate<JsonNode> kind,
      String words) {
    JsonNode value = json.path(key);
    require(value.isMissingNode() || kind.test(value), value, pointer + "/" + key, words);
  }

  private boolean isObject(JsonNode json, String pointer) {
    return require(json.isObject(), json, pointer, "an object") && json.isObject();
  }

  private boolean isArray(JsonNode json, String pointer) {
    return require(json.isArray(), json, pointer, "an array") && json.isArray();
  }

  private boolean require(boolean right, JsonNode value, String pointer, String words) {
    if (right || template && value.isTextual() && value.textValue().contains("{{")) {
      return true;
    }
    problems.add(pointer, (value.isMissingNode() ? "is missing; it " : "") + "must be " + words);
    return false;
  }
}
