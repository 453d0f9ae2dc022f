package dev.postern.admin.rest;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.CatalogueEntry;
import dev.postern.catalogue.Problem;
import dev.postern.message.Json;
import dev.postern.source.StoredRow;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * One line of the list.
 *
 * @param sought what a search looks through, in lower case
 */
record RowSummary(ObjectNode json, String sought) {
  private static final List<String> SHOWN =
      List.of("title", "description", "type", "uri", "uriTemplate");

  /** A broken row shows its first mistakes here and all of them when it is opened. */
  private static final int PROBLEMS_SHOWN = 3;

  /**
   * @param entry what became of the row; null where it was not loaded yet
   */
  static RowSummary of(StoredRow row, CatalogueEntry<?> entry) {
    ObjectNode json = Json.object().put("name", row.name());
    shown(row.configJson(), json);
    json.put("enabled", row.enabled());
    addState(json, row, entry);
    json.put("updatedAt", row.updatedAt().toString()).put("tag", row.tag());
    List<Problem> problems = entry == null ? List.of() : entry.problems();
    json.put("problemCount", problems.size());
    ArrayNode first = json.putArray("problems");
    problems.stream().limit(PROBLEMS_SHOWN).forEach(problem -> first.add(problem.toString()));
    String sought =
        String.join(
            "\n",
            row.name(),
            json.path("title").asText(),
            json.path("description").asText(),
            json.path("uri").asText(),
            json.path("uriTemplate").asText());
    return new RowSummary(json, sought.toLowerCase(Locale.ROOT));
  }

  /** {@code live}, {@code offline}, {@code broken}, or {@code loading} until the row is read. */
  static void addState(ObjectNode json, StoredRow row, CatalogueEntry<?> entry) {
    boolean loaded = entry != null && entry.enabled() == row.enabled();
    json.put("state", loaded ? entry.state().name().toLowerCase(Locale.ROOT) : "loading");
    json.put("serving", entry != null && entry.enabled() && entry.live() != null);
  }

  /** Reads a few members; the rest of the text is skipped, and may be faulty. */
  private static void shown(String text, ObjectNode json) {
    try (JsonParser parser = Json.MAPPER.createParser(text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return;
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String key = parser.currentName();
        if (parser.nextToken() == JsonToken.VALUE_STRING && SHOWN.contains(key)) {
          json.put(key, parser.getText());
        }
        parser.skipChildren();
      }
    } catch (IOException e) {
      json.put("faulty", true); // what could be read up to the mistake is shown
    }
  }
}
