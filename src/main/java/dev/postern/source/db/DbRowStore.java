package dev.postern.source.db;

import dev.postern.source.EditConflictException;
import dev.postern.source.NameTakenException;
import dev.postern.source.Refresher;
import dev.postern.source.RowStore;
import dev.postern.source.StoredRow;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The console's way to the table of one kind: each write is a transaction, then live before it
 * returns.
 */
public final class DbRowStore implements RowStore {
  private static final Logger LOG = LoggerFactory.getLogger(DbRowStore.class);

  private final Database database;
  private final RowTable table;
  private final Refresher refresher;

  public DbRowStore(Database database, RowTable table, Refresher refresher) {
    this.database = database;
    this.table = table;
    this.refresher = refresher;
  }

  @Override
  public List<StoredRow> list() {
    return database.read(table.kind(), session -> session.getMapper(RowMapper.class).all()).stream()
        .map(TableRow::stored)
        .sorted(Comparator.comparing(StoredRow::name)) // databases sort by their own rules
        .toList();
  }

  @Override
  public Optional<StoredRow> find(String name) {
    return database
        .read(table.kind(), session -> named(session.getMapper(RowMapper.class), name))
        .map(TableRow::stored);
  }

  @Override
  public StoredRow save(String name, boolean enabled, String configJson, Expected expected)
      throws EditConflictException {
    int state = enabled ? 1 : 0;
    Outcome outcome =
        write(
            rows -> {
              List<TableRow> alike = rows.named(name);
              TableRow present = lock(rows, name, alike);
              if (!isAs(expected, present)) {
                return Outcome.conflict(present);
              }
              if (present == null) {
                insert(rows, name, alike, state, configJson);
              } else {
                rows.update(present.id(), state, configJson);
              }
              return Outcome.written(present, named(rows, name).orElseThrow());
            });
    return live(name, outcome);
  }

  @Override
  public Optional<StoredRow> takeOffline(String name, Expected expected)
      throws EditConflictException {
    Outcome outcome =
        write(
            rows -> {
              TableRow present = lock(rows, name, rows.named(name));
              if (present == null) {
                return Outcome.NONE;
              }
              if (!isAs(expected, present)) {
                return Outcome.conflict(present);
              }
              rows.takeOffline(present.id());
              return Outcome.written(present, named(rows, name).orElseThrow());
            });
    return outcome.row() == null ? Optional.empty() : Optional.of(live(name, outcome));
  }

  /**
   * A row locked by us, or null; two who create one name at once are kept apart by its key.
   *
   * @param alike what {@link RowMapper#named} found
   */
  private static TableRow lock(RowMapper rows, String name, List<TableRow> alike) {
    Optional<TableRow> found = exactly(name, alike);
    TableRow locked = found.isEmpty() ? null : rows.lock(found.get().id());
    return locked != null && locked.name().equals(name) ? locked : null;
  }

  private void insert(
      RowMapper rows, String name, List<TableRow> alike, int state, String configJson) {
    if (!alike.isEmpty() && exactly(name, alike).isEmpty()) {
      throw new NameTakenException(table.kind(), name, alike.get(0).name());
    }
    rows.insert(name, state, configJson);
  }

  private static Optional<TableRow> named(RowMapper rows, String name) {
    return exactly(name, rows.named(name));
  }

  private static Optional<TableRow> exactly(String name, List<TableRow> alike) {
    return alike.stream().filter(row -> row.name().equals(name)).findAny();
  }

  private static boolean isAs(Expected expected, TableRow present) {
    if (expected instanceof Expected.Absent) {
      return present == null;
    }
    if (expected instanceof Expected.Tag tagged) {
      return present != null && present.stored().tag().equals(tagged.tag());
    }
    return true;
  }

  private Outcome write(Function<RowMapper, Outcome> change) {
    return database.contend(
        () ->
            database.transact(
                table.kind(), session -> change.apply(session.getMapper(RowMapper.class))));
  }

  private StoredRow live(String name, Outcome outcome) throws EditConflictException {
    StoredRow stored = outcome.row() == null ? null : outcome.row().stored();
    if (outcome.conflict()) {
      throw new EditConflictException(name, stored);
    }
    table.wrote(outcome.before(), outcome.row());
    if (!refresher.takeOwnWrites()) {
      LOG.warn(
          "The {} \"{}\" is written but not live yet; it will be with the next poll",
          table.kind().noun(),
          name);
    }
    return stored;
  }

  /**
   * @param before what was replaced; null where there was nothing
   * @param row as it is now; null where there is none
   * @param conflict whether nothing was written because the row is not as expected
   */
  private record Outcome(TableRow before, TableRow row, boolean conflict) {
    static final Outcome NONE = new Outcome(null, null, false);

    static Outcome written(TableRow before, TableRow row) {
      return new Outcome(before, row, false);
    }

    static Outcome conflict(TableRow present) {
      return new Outcome(present, present, true);
    }
  }
}
