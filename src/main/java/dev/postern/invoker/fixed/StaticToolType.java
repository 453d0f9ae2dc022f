package dev.postern.invoker.fixed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Binding;
import dev.postern.catalogue.InputSchema;
import dev.postern.catalogue.Problems;
import dev.postern.catalogue.ToolType;
import dev.postern.invoker.Block;
import dev.postern.invoker.Placeholders;
import dev.postern.invoker.Placeholders.Place;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.template.JsonTemplate;
import dev.postern.template.Scope;
import dev.postern.template.TextTemplate;
import java.util.List;
import java.util.Optional;

/** {@code "type": "static"}: {@code text}, {@code json}, or both. */
public final class StaticToolType implements ToolType {

  @Override
  public String name() {
    return "static";
  }

  @Override
  public Binding compile(JsonNode json, InputSchema schema, Problems problems) {
    int before = problems.count();
    Block block = Block.read(json, "/static", List.of("text", "json"), problems);
    Placeholders placeholders = new Placeholders(schema, key -> Optional.empty(), problems);
    if (json.isObject() && !block.has("text") && !block.has("json")) {
      problems.add("/static", "must have \"text\", \"json\" or both");
    }
    TextTemplate text = null;
    if (block.get("text").isTextual()) {
      text = placeholders.text(block.get("text").textValue(), "/static/text", Place.RESULT);
    } else if (block.has("text")) {
      block.problem("text", "must be a string");
    }
    JsonTemplate tree =
        block.has("json")
            ? placeholders.json(block.get("json"), "/static/json", Place.RESULT)
            : null;
    return problems.count() > before ? null : binding(text, tree);
  }

  private static Binding binding(TextTemplate text, JsonTemplate tree) {
    return call -> {
      ObjectNode arguments = call.arguments();
      Scope scope = root -> root.equals("args") ? arguments : null;
      JsonNode data = tree == null ? null : tree.render(scope);
      if (data == null) {
        return CallToolResult.text(text == null ? "null" : text.renderAll(scope));
      }
      String words = text == null ? Json.text(data) : text.renderAll(scope);
      return data.isObject() ? CallToolResult.structured(words, data) : CallToolResult.text(words);
    };
  }
}
