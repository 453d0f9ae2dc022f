package dev.postern.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.BadToolException;
import dev.postern.catalogue.Catalogue;
import dev.postern.catalogue.CatalogueEntry;
import dev.postern.catalogue.Problem;
import dev.postern.catalogue.Tool;
import dev.postern.catalogue.ToolParser;
import dev.postern.message.Json;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns rows into the next catalogue. Parses only what changed since the last time; a faulty row
 * keeps the tool it had. Used by the refresher's thread alone.
 */
final class RowLoader {
  private static final Logger LOG = LoggerFactory.getLogger(RowLoader.class);

  /** A botched import may spoil thousands of rows; the console shows them all. */
  private static final int MOST_FAULTS_LOGGED = 20;

  private final ToolParser parser;
  private Map<Long, Loaded> loaded = Map.of();
  private int faultsLogged;

  RowLoader(ToolParser parser) {
    this.parser = parser;
  }

  Catalogue load(List<ToolRow> rows) {
    faultsLogged = 0;
    Map<Long, Loaded> next = new HashMap<>(rows.size() * 2);
    Map<String, CatalogueEntry> entries = new TreeMap<>();
    Map<String, Loaded> replaced = replacedBy(rows);
    for (ToolRow row : rows) {
      Loaded before = loaded.get(row.id());
      Loaded now = load(row, before == null ? replaced.get(row.name()) : before);
      next.put(row.id(), now);
      if (entries.putIfAbsent(row.name(), now.entry()) != null) {
        LOG.warn(
            "Two rows are named \"{}\"; row {} is left out. Give mcp_tool.name a UNIQUE key",
            row.name(),
            row.id());
      }
    }
    loaded = next;
    return new Catalogue(entries.values());
  }

  /** Rows that vanished, by name: REPLACE deletes a row and inserts it under a new id. */
  private Map<String, Loaded> replacedBy(Collection<ToolRow> rows) {
    Set<Long> present = rows.stream().map(ToolRow::id).collect(Collectors.toSet());
    Map<String, Loaded> vanished = new HashMap<>();
    loaded.forEach(
        (id, was) -> {
          if (!present.contains(id)) {
            vanished.put(was.row().name(), was);
          }
        });
    return vanished;
  }

  private Loaded load(ToolRow row, Loaded before) {
    if (before != null && before.stillHolds(row)) {
      CatalogueEntry was = before.entry();
      return was.enabled() == row.enabled()
          ? before
          : new Loaded(
              row, new CatalogueEntry(row.name(), row.enabled(), was.tool(), was.problems()), true);
    }
    Tool lastGood = before == null ? null : before.entry().tool();
    try {
      return new Loaded(row, entry(row, parse(row), List.of()), true);
    } catch (BadToolException e) {
      return faulty(row, lastGood, e.problems(), null);
    } catch (Throwable e) { // even a StackOverflowError costs its own row only
      return faulty(row, lastGood, List.of(new Problem("", "cannot be loaded: " + e)), e);
    }
  }

  /**
   * The column's name counts, so that {@code UPDATE mcp_tool SET name = …} renames a tool whose
   * JSON still repeats the old one.
   */
  private Tool parse(ToolRow row) throws BadToolException {
    JsonNode document;
    try {
      document = Json.parse(row.configJson());
    } catch (JsonProcessingException e) {
      return parser.parse(row.name(), row.configJson()); // says at which line
    }
    if (document instanceof ObjectNode json && json.path("name").isTextual()) {
      json.remove("name");
    }
    return parser.parse(row.name(), document);
  }

  private Loaded faulty(ToolRow row, Tool lastGood, List<Problem> problems, Throwable unexpected) {
    if (++faultsLogged <= MOST_FAULTS_LOGGED) {
      LOG.warn(
          "The tool \"{}\" (row {}) is faulty; {}: {}",
          row.name(),
          row.id(),
          lastGood == null ? "it cannot be called" : "its last good version stays live",
          problems,
          unexpected);
    } else if (faultsLogged == MOST_FAULTS_LOGGED + 1) {
      LOG.warn("More tools are faulty; the console shows all of them");
    }
    Tool serving = lastGood == null ? null : named(row.name(), lastGood);
    return new Loaded(row, entry(row, serving, problems), unexpected == null);
  }

  private static CatalogueEntry entry(ToolRow row, Tool tool, List<Problem> problems) {
    return new CatalogueEntry(row.name(), row.enabled(), tool, problems);
  }

  private static Tool named(String name, Tool tool) {
    if (tool.name().equals(name)) {
      return tool;
    }
    ObjectNode definition = tool.definition().deepCopy().put("name", name);
    return new Tool(name, definition, tool.inputSchema(), tool.binding());
  }

  /**
   * @param settled whether parsing the same text again would yield the same; not so where memory
   *     ran out, for instance
   */
  private record Loaded(ToolRow row, CatalogueEntry entry, boolean settled) {
    boolean stillHolds(ToolRow present) {
      return settled
          && row.name().equals(present.name())
          && row.configJson().equals(present.configJson());
    }
  }
}
