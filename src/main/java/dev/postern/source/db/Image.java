package dev.postern.source.db;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * The rows as last read. Immutable; catching up gives another one, or itself where none differs.
 */
final class Image {
  static final Image EMPTY = new Image(Map.of());

  /** Ids in one statement; databases take more, but a text may have a megabyte. */
  static final int BATCH = 500;

  private final Map<Long, TableRow> byId;

  private Image(Map<Long, TableRow> byId) {
    this.byId = byId;
  }

  private static Image of(List<TableRow> rows) {
    Map<Long, TableRow> byId = new HashMap<>(rows.size() * 2);
    rows.forEach(row -> byId.put(row.id(), row));
    return rows.isEmpty() ? EMPTY : new Image(byId);
  }

  Collection<TableRow> rows() {
    return byId.values();
  }

  /** Whether this very reading of the row is in here. */
  boolean holds(TableRow row) {
    return byId.get(row.id()) == row;
  }

  boolean namesAreUnique() {
    return byId.values().stream().map(TableRow::name).distinct().count() == byId.size();
  }

  Fingerprint contents() {
    BigDecimal sum = BigDecimal.ZERO;
    for (TableRow row : byId.values()) {
      sum = sum.add(BigDecimal.valueOf(row.checksum()));
    }
    return new Fingerprint(byId.size(), sum);
  }

  /** Reads the rows again whose stamps differ. */
  Image withStamps(RowMapper table) {
    if (byId.isEmpty()) {
      return of(table.all()); // one question instead of one for each batch
    }
    return with(
        table, byId.keySet(), table.stampHeads(), (row, head) -> row.stamp() != head.stamp());
  }

  /** Reads the rows again whose contents differ. */
  Image withContents(RowMapper table) {
    return with(
        table,
        byId.keySet(),
        table.contentHeads(null),
        (row, head) -> row.checksum() != head.checksum());
  }

  /** As {@link #withContents(RowMapper)}, for these rows only. */
  Image withContents(RowMapper table, Set<Long> ids) {
    return with(
        table, ids, table.contentHeads(ids), (row, head) -> row.checksum() != head.checksum());
  }

  /**
   * With what this process wrote, as its transaction read the row before and after.
   *
   * @param before null where the row was created
   * @return null where somebody else has changed the row, too, or its name was another row's
   */
  Image withWrite(TableRow before, TableRow after) {
    TableRow present = byId.get(after.id());
    if (after.equals(present)) {
      return this;
    }
    if (!Objects.equals(before, present) || before == null && isNamed(after.name())) {
      return null;
    }
    Map<Long, TableRow> next = new HashMap<>(byId);
    next.put(after.id(), after);
    return new Image(next);
  }

  private boolean isNamed(String name) {
    return byId.values().stream().anyMatch(row -> row.name().equals(name));
  }

  /**
   * @param scope the rows that the heads would show if they still existed
   */
  private Image with(
      RowMapper table, Set<Long> scope, List<Head> heads, BiPredicate<TableRow, Head> differs) {
    Set<Long> vanished = new HashSet<>(scope);
    List<Long> changed = new ArrayList<>();
    for (Head head : heads) {
      vanished.remove(head.id());
      TableRow row = byId.get(head.id());
      if (row == null || differs.test(row, head)) {
        changed.add(head.id());
      }
    }
    vanished.retainAll(byId.keySet());
    if (vanished.isEmpty() && changed.isEmpty()) {
      return this;
    }
    Map<Long, TableRow> next = new HashMap<>(byId);
    vanished.forEach(next::remove);
    changed.forEach(next::remove); // stays away if it was deleted since its head was read
    for (int from = 0; from < changed.size(); from += BATCH) {
      List<Long> batch = changed.subList(from, Math.min(from + BATCH, changed.size()));
      table.rows(batch).forEach(row -> next.put(row.id(), row));
    }
    return new Image(next);
  }
}
