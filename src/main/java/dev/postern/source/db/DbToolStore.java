package dev.postern.source.db;

import dev.postern.source.EditConflictException;
import dev.postern.source.NameTakenException;
import dev.postern.source.Refresher;
import dev.postern.source.SourceException;
import dev.postern.source.StoredTool;
import dev.postern.source.ToolStore;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The console's way to the table: each write is a transaction, then live before it returns. */
public final class DbToolStore implements ToolStore {
  private static final Logger LOG = LoggerFactory.getLogger(DbToolStore.class);

  /** Writers of one row meet rarely; whoever loses this often meets something else. */
  private static final int ATTEMPTS = 10;

  private final Database database;
  private final ToolTable table;
  private final Refresher refresher;

  public DbToolStore(Database database, ToolTable table, Refresher refresher) {
    this.database = database;
    this.table = table;
    this.refresher = refresher;
  }

  @Override
  public List<StoredTool> list() {
    return database.read(session -> session.getMapper(ToolMapper.class).all()).stream()
        .map(TableRow::storedTool)
        .sorted(Comparator.comparing(StoredTool::name)) // databases sort by their own rules
        .toList();
  }

  @Override
  public Optional<StoredTool> find(String name) {
    return database
        .read(session -> named(session.getMapper(ToolMapper.class), name))
        .map(TableRow::storedTool);
  }

  @Override
  public StoredTool save(String name, boolean enabled, String configJson, Expected expected)
      throws EditConflictException {
    int state = enabled ? 1 : 0;
    Outcome outcome =
        write(
            tools -> {
              TableRow present = lock(tools, name);
              if (!isAs(expected, present)) {
                return Outcome.conflict(present);
              }
              if (present == null) {
                insert(tools, name, state, configJson);
              } else {
                tools.update(present.id(), state, configJson);
              }
              return Outcome.written(named(tools, name).orElseThrow());
            });
    return live(name, outcome);
  }

  @Override
  public Optional<StoredTool> takeOffline(String name, Expected expected)
      throws EditConflictException {
    Outcome outcome =
        write(
            tools -> {
              TableRow present = lock(tools, name);
              if (present == null) {
                return Outcome.written(null);
              }
              if (!isAs(expected, present)) {
                return Outcome.conflict(present);
              }
              tools.takeOffline(present.id());
              return Outcome.written(named(tools, name).orElseThrow());
            });
    return outcome.row() == null ? Optional.empty() : Optional.of(live(name, outcome));
  }

  /** A row locked by us, or null; two who create one name at once are kept apart by its key. */
  private static TableRow lock(ToolMapper tools, String name) {
    Optional<TableRow> found = named(tools, name);
    TableRow locked = found.isEmpty() ? null : tools.lock(found.get().id());
    return locked != null && locked.name().equals(name) ? locked : null;
  }

  private static void insert(ToolMapper tools, String name, int state, String configJson) {
    List<TableRow> alike = tools.named(name);
    if (!alike.isEmpty() && alike.stream().noneMatch(row -> row.name().equals(name))) {
      throw new NameTakenException(name, alike.get(0).name());
    }
    tools.insert(name, state, configJson);
  }

  private static Optional<TableRow> named(ToolMapper tools, String name) {
    return tools.named(name).stream().filter(row -> row.name().equals(name)).findAny();
  }

  private static boolean isAs(Expected expected, TableRow present) {
    if (expected instanceof Expected.Absent) {
      return present == null;
    }
    if (expected instanceof Expected.Tag tagged) {
      return present != null && present.storedTool().tag().equals(tagged.tag());
    }
    return true;
  }

  /** Deadlocks and races for one name are lost by one side, which then sees the other's row. */
  private Outcome write(Function<ToolMapper, Outcome> change) {
    for (int attempt = 1; ; attempt++) {
      try {
        return database.transact(session -> change.apply(session.getMapper(ToolMapper.class)));
      } catch (SourceException e) {
        boolean lost = SqlFault.isIntegrityViolation(e) || SqlFault.isConflict(e);
        if (!lost || attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private StoredTool live(String name, Outcome outcome) throws EditConflictException {
    StoredTool stored = outcome.row() == null ? null : outcome.row().storedTool();
    if (outcome.conflict()) {
      throw new EditConflictException(name, stored);
    }
    table.suspect(outcome.row().id());
    if (!refresher.refreshNow()) {
      LOG.warn("The tool \"{}\" is written but not live yet; it will be with the next poll", name);
    }
    return stored;
  }

  /**
   * @param row as it is now; null where there is none
   * @param conflict whether nothing was written because the row is not as expected
   */
  private record Outcome(TableRow row, boolean conflict) {
    static Outcome written(TableRow row) {
      return new Outcome(row, false);
    }

    static Outcome conflict(TableRow present) {
      return new Outcome(present, true);
    }
  }
}
