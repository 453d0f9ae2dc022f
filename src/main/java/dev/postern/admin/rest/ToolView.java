package dev.postern.admin.rest;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.BadToolException;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.catalogue.ToolParser;
import dev.postern.message.Json;
import dev.postern.source.StoredTool;

/** One tool as its editor needs it: the text as stored, and what is wrong with it where. */
final class ToolView {
  private final LiveCatalogue catalogue;
  private final ToolParser parser;

  ToolView(LiveCatalogue catalogue, ToolParser parser) {
    this.catalogue = catalogue;
    this.parser = parser;
  }

  ObjectNode of(StoredTool tool) {
    ObjectNode json = Json.object().put("name", tool.name()).put("enabled", tool.enabled());
    json.put("configJson", tool.configJson()).put("tag", tool.tag());
    ToolSummary.addState(json, tool, catalogue.current().entries().get(tool.name()));
    json.put("updatedAt", tool.updatedAt().toString());
    json.set("problems", problems(tool));
    return json;
  }

  /** Of the text in the row, loaded or not: an offline tool's mistakes are worth seeing too. */
  private ArrayNode problems(StoredTool tool) {
    ArrayNode none = Json.NODES.arrayNode();
    try {
      JsonNode document = Json.parse(tool.configJson());
      parser.parse(tool.name(), document);
      return none;
    } catch (BadToolException e) {
      return Places.describe(e.problems(), tool.configJson(), "");
    } catch (JsonProcessingException e) {
      JsonLocation place = e.getLocation();
      none.addObject()
          .put("pointer", "")
          .put("message", "Not JSON: " + e.getOriginalMessage())
          .put("line", place == null ? 1 : place.getLineNr())
          .put("column", place == null ? 1 : place.getColumnNr());
      return none;
    }
  }
}
