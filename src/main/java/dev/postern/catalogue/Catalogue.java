package dev.postern.catalogue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.postern.message.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Everything that can be called at one moment. Immutable; a request takes it once and uses it to
 * its end.
 */
public final class Catalogue {
  public static final Catalogue EMPTY = new Catalogue(List.of());

  private final SortedMap<String, CatalogueEntry> entries;
  private final Map<String, Tool> byName;
  private final List<Tool> tools;
  private final byte[] toolsJson;

  /**
   * @throws IllegalArgumentException if two entries have one name
   */
  public Catalogue(Collection<CatalogueEntry> rows) {
    SortedMap<String, CatalogueEntry> sorted = new TreeMap<>();
    for (CatalogueEntry row : rows) {
      if (sorted.put(row.name(), row) != null) {
        throw new IllegalArgumentException("Two entries are named " + row.name());
      }
    }
    entries = Collections.unmodifiableSortedMap(sorted);
    List<Tool> callable = new ArrayList<>(sorted.size());
    Map<String, Tool> index = new java.util.HashMap<>(sorted.size() * 2);
    ArrayNode definitions = Json.NODES.arrayNode(sorted.size());
    for (CatalogueEntry entry : sorted.values()) {
      if (entry.enabled() && entry.tool() != null) {
        callable.add(entry.tool());
        index.put(entry.name(), entry.tool());
        definitions.add(entry.tool().definition());
      }
    }
    tools = List.copyOf(callable);
    byName = index;
    toolsJson = Json.bytes(definitions);
  }

  /** The tool of this name, or null where none can be called. */
  public Tool tool(String name) {
    return byName.get(name);
  }

  /** All tools that can be called, by name. */
  public List<Tool> tools() {
    return tools;
  }

  /** The array that {@code tools/list} shows, serialised once. Callers must not change it. */
  public byte[] toolsJson() {
    return toolsJson;
  }

  /** All rows by name, with what became of them. */
  public SortedMap<String, CatalogueEntry> entries() {
    return entries;
  }
}
