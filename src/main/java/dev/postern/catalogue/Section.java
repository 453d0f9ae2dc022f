package dev.postern.catalogue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All rows of one kind. Immutable.
 *
 * @param <T> {@link Tool}, {@link Prompt} or {@link Resource}
 */
public final class Section<T> {
  private static final Section<?> NONE = new Section<>(List.of());

  private final SortedMap<String, CatalogueEntry<T>> entries;
  private final Map<String, T> byName;
  private final List<T> live;

  /**
   * @throws IllegalArgumentException if two entries have one name
   */
  public Section(Collection<CatalogueEntry<T>> rows) {
    SortedMap<String, CatalogueEntry<T>> sorted = new TreeMap<>();
    for (CatalogueEntry<T> row : rows) {
      if (sorted.put(row.name(), row) != null) {
        throw new IllegalArgumentException("Two entries are named " + row.name());
      }
    }
    entries = Collections.unmodifiableSortedMap(sorted);
    byName = new HashMap<>(sorted.size() * 2);
    List<T> serving = new ArrayList<>(sorted.size());
    for (CatalogueEntry<T> entry : sorted.values()) {
      if (entry.enabled() && entry.live() != null) {
        byName.put(entry.name(), entry.live());
        serving.add(entry.live());
      }
    }
    live = List.copyOf(serving);
  }

  private Section(Section<T> rows, List<T> live, Map<String, T> byName) {
    this.entries = rows.entries;
    this.live = live;
    this.byName = byName;
  }

  /**
   * The same rows, beside which something serves that is no row. A row of this name is served
   * instead.
   */
  public Section<T> with(String name, T builtIn) {
    if (byName.containsKey(name)) {
      return this;
    }
    SortedMap<String, T> all = new TreeMap<>(byName);
    all.put(name, builtIn);
    return new Section<>(this, List.copyOf(all.values()), new HashMap<>(all));
  }

  /** The section of a catalogue that has not been read yet; always the same object. */
  @SuppressWarnings("unchecked") // holds nothing of any type
  public static <T> Section<T> none() {
    return (Section<T>) NONE;
  }

  /** What serves under this name, or null where nothing does. */
  public T get(String name) {
    return byName.get(name);
  }

  /** Everything that serves, by name; what is built in too. */
  public List<T> live() {
    return live;
  }

  /** All rows by name, with what became of them. */
  public SortedMap<String, CatalogueEntry<T>> entries() {
    return entries;
  }
}
