package dev.postern.admin.rest;

import dev.postern.catalogue.BadConfigException;
import dev.postern.catalogue.Catalogue;
import dev.postern.catalogue.CatalogueEntry;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.catalogue.Problem;
import dev.postern.catalogue.Section;
import dev.postern.catalogue.Tool;
import dev.postern.catalogue.ToolParser;
import dev.postern.source.EditConflictException;
import dev.postern.source.RowStore;
import dev.postern.source.StoredRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** A store in memory that publishes what it holds, as the refresher does for the database. */
public final class MapRowStore implements RowStore {
  private final SortedMap<String, StoredRow> rows = new TreeMap<>();
  private final LiveCatalogue catalogue;
  private final ToolParser parser;
  private int lists; // how often all rows were read

  public MapRowStore(LiveCatalogue catalogue, ToolParser parser) {
    this.catalogue = catalogue;
    this.parser = parser;
  }

  @Override
  public synchronized List<StoredRow> list() {
    lists++;
    return List.copyOf(rows.values());
  }

  @Override
  public synchronized Optional<StoredRow> find(String name) {
    return Optional.ofNullable(rows.get(name));
  }

  @Override
  public synchronized StoredRow save(
      String name, boolean enabled, String configJson, Expected expected)
      throws EditConflictException {
    check(name, expected);
    StoredRow tool = type(name, enabled, configJson);
    publish();
    return tool;
  }

  @Override
  public synchronized Optional<StoredRow> takeOffline(String name, Expected expected)
      throws EditConflictException {
    check(name, expected);
    StoredRow present = rows.get(name);
    if (present == null) {
      return Optional.empty();
    }
    StoredRow tool = type(name, false, present.configJson());
    publish();
    return Optional.of(tool);
  }

  /** Writes a row unchecked, as somebody with a database client would; not loaded until then. */
  public synchronized StoredRow type(String name, boolean enabled, String configJson) {
    String tag = Integer.toHexString((enabled + configJson).hashCode());
    StoredRow tool = new StoredRow(name, enabled, configJson, Instant.now(), tag);
    rows.put(name, tool);
    return tool;
  }

  public synchronized void publish() {
    List<CatalogueEntry<Tool>> entries = new ArrayList<>();
    for (StoredRow row : rows.values()) {
      entries.add(entry(row));
    }
    catalogue.publish(
        new Catalogue(new Section<>(entries), new Section<>(List.of()), new Section<>(List.of())));
  }

  synchronized int lists() {
    return lists;
  }

  private CatalogueEntry<Tool> entry(StoredRow row) {
    try {
      return new CatalogueEntry<>(
          row.name(), row.enabled(), parser.parse(row.name(), row.configJson()), List.of());
    } catch (BadConfigException e) {
      CatalogueEntry<Tool> before = catalogue.current().tools().entries().get(row.name());
      List<Problem> problems = e.problems();
      return new CatalogueEntry<>(
          row.name(), row.enabled(), before == null ? null : before.live(), problems);
    }
  }

  private void check(String name, Expected expected) throws EditConflictException {
    StoredRow present = rows.get(name);
    boolean fits = expected instanceof Expected.Anything;
    if (expected instanceof Expected.Absent) {
      fits = present == null;
    }
    if (expected instanceof Expected.Tag tag) {
      fits = present != null && present.tag().equals(tag.tag());
    }
    if (!fits) {
      throw new EditConflictException(name, present);
    }
  }
}
