package dev.postern.invoker.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.AnswerType;
import dev.postern.catalogue.Binding;
import dev.postern.catalogue.Config;
import dev.postern.catalogue.InputSchema;
import dev.postern.catalogue.Problems;
import dev.postern.invoker.Block;
import dev.postern.invoker.CallScope;
import dev.postern.invoker.Placeholders;
import dev.postern.invoker.Placeholders.Place;
import dev.postern.message.Json;
import dev.postern.message.mcp.Outcome;
import dev.postern.template.JsonTemplate;
import dev.postern.template.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** {@code "messages"}: the messages as they are, with placeholders in their texts. */
public final class MessagesType implements AnswerType {
  private static final List<String> ROLES = List.of("user", "assistant");

  /** The blocks of the schema's ContentBlock, with the members that each must have. */
  private static final Map<String, List<String>> BLOCKS =
      new TreeMap<>(
          Map.of(
              "text", List.of("text"),
              "image", List.of("data", "mimeType"),
              "audio", List.of("data", "mimeType"),
              "resource_link", List.of("uri", "name"),
              "resource", List.of()));

  @Override
  public String name() {
    return "messages";
  }

  @Override
  public Binding compile(Config config) {
    JsonNode json = config.get(name());
    Problems problems = config.problems();
    InputSchema arguments = config.arguments();
    if (!json.isArray() || json.isEmpty()) {
      problems.add("/messages", "must be an array of at least one message");
      return null;
    }
    ArrayNode messages = Json.NODES.arrayNode();
    for (int i = 0; i < json.size(); i++) {
      messages.add(message(json.get(i), "/messages/" + i, problems));
    }
    // Pointers stay right: what a short form is expanded to has no placeholder elsewhere.
    JsonTemplate template =
        new Placeholders(arguments, key -> Optional.empty(), problems)
            .json(messages, "/messages", Place.RESULT);
    List<String> names = new ArrayList<>();
    arguments.json().path("properties").fieldNames().forEachRemaining(names::add);
    return call -> {
      ObjectNode given = filled(names, call.arguments());
      Scope scope = new CallScope(call.with(given));
      ObjectNode result = Json.object();
      result.set("messages", template.render(scope));
      return new Outcome.PlainResult(result);
    };
  }

  /** Absent arguments are empty texts: a block without its text would be none. */
  private static ObjectNode filled(List<String> names, ObjectNode given) {
    ObjectNode all = Json.object();
    names.forEach(name -> all.put(name, ""));
    all.setAll(given);
    return all;
  }

  private static ObjectNode message(JsonNode json, String pointer, Problems problems) {
    Block block = Block.read(json, pointer, List.of("role", "content"), problems);
    ObjectNode message = Json.object();
    if (!ROLES.contains(block.get("role").asText())) {
      block.problem("role", "must be one of " + ROLES);
    }
    message.set("role", block.get("role"));
    JsonNode content = block.get("content");
    if (content.isTextual()) {
      message.putObject("content").put("type", "text").set("text", content);
    } else {
      check(content, block.pointer("content"), problems);
      message.set("content", content);
    }
    return message;
  }

  private static void check(JsonNode content, String pointer, Problems problems) {
    List<String> members = BLOCKS.get(content.path("type").asText());
    if (members == null) {
      problems.add(pointer, "must be a text, or an object with a \"type\" of " + BLOCKS.keySet());
      return;
    }
    for (String member : members) {
      if (!content.path(member).isTextual()) {
        problems.add(pointer + "/" + member, "must be a string");
      }
    }
    if (content.path("type").asText().equals("resource")) {
      JsonNode resource = content.path("resource");
      boolean one = resource.path("text").isTextual() != resource.path("blob").isTextual();
      if (!resource.path("uri").isTextual() || !one) {
        problems.add(
            pointer + "/resource",
            "must be an object with \"uri\" and either \"text\" or \"blob\"");
      }
    }
  }
}
