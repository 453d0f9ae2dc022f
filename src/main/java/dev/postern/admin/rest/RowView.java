package dev.postern.admin.rest;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.BadConfigException;
import dev.postern.catalogue.CatalogueEntry;
import dev.postern.catalogue.ConfigParser;
import dev.postern.message.Json;
import dev.postern.source.StoredRow;

/** One row as its editor needs it: the text as stored, and what is wrong with it where. */
final class RowView {
  private RowView() {}

  /**
   * @param entry what became of the row; null where it was not loaded yet
   */
  static ObjectNode of(StoredRow row, CatalogueEntry<?> entry, ConfigParser<?> parser) {
    ObjectNode json = Json.object().put("name", row.name()).put("enabled", row.enabled());
    json.put("configJson", row.configJson()).put("tag", row.tag());
    RowSummary.addState(json, row, entry);
    json.put("updatedAt", row.updatedAt().toString());
    json.set("problems", problems(row, entry, parser));
    return json;
  }

  /** Of the text in the row, loaded or not: an offline row's mistakes are worth seeing too. */
  private static ArrayNode problems(
      StoredRow row, CatalogueEntry<?> entry, ConfigParser<?> parser) {
    ArrayNode none = Json.NODES.arrayNode();
    try {
      JsonNode document = Json.parse(row.configJson());
      parser.parse(row.name(), document);
      boolean loaded = entry != null && entry.enabled() == row.enabled();
      return loaded ? Places.describe(entry.problems(), row.configJson(), "") : none;
    } catch (BadConfigException e) {
      return Places.describe(e.problems(), row.configJson(), "");
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
