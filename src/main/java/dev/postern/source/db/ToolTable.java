package dev.postern.source.db;

import dev.postern.source.ToolRow;
import dev.postern.source.ToolSource;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The table of tools as a source. Compares the table with what was read before, never a time with a
 * clock: a fingerprint of all stamps first; where it differs, all stamps; then the texts of the
 * rows whose stamp differs.
 *
 * <p>Three things a stamp cannot tell are found by comparing contents: a second change within one
 * tick of a coarse stamp (the suspects), a change that keeps {@code updated_at}, and two sets of
 * stamps with one checksum (every minute).
 */
public final class ToolTable implements ToolSource {

  /** The database then reads every text, 10,000 in about 100 ms, but sends one line. */
  private static final Duration CONTENTS_EVERY = Duration.ofSeconds(60);

  /** How long a coarse stamp is mistrusted: a tick of one second and a slow commit. */
  private static final Duration SUSPICION = Duration.ofSeconds(10);

  /** {@code TIMESTAMP(6)} ends in three zeros once in a thousand times, coarser types always. */
  private static final int FINE = 1000;

  private final Database database;
  private final Duration contentsEvery;

  /** Ids of rows that may change without a new stamp, with the monotonic time until when. */
  private final ConcurrentMap<Long, Long> suspects = new ConcurrentHashMap<>();

  // What follows belongs to the thread of the refresher.
  private Image image = Image.EMPTY;
  private Fingerprint stamps;
  private List<ToolRow> rows = List.of();
  private long contentsCompared = System.nanoTime();

  public ToolTable(Database database) {
    this(database, CONTENTS_EVERY);
  }

  ToolTable(Database database, Duration contentsEvery) {
    this.database = database;
    this.contentsEvery = contentsEvery;
  }

  /** Has the row's content compared at the next polls, whatever its stamp says. */
  void suspect(long id) {
    suspects.put(id, System.nanoTime() + SUSPICION.toNanos());
  }

  @Override
  public List<ToolRow> rows() {
    Image before = image;
    catchUp();
    if (!image.namesAreUnique()) {
      catchUp(); // two rows swapped names between two of our statements; now both are committed
    }
    if (image != before) {
      List<ToolRow> present =
          image.rows().stream()
              .map(TableRow::toolRow)
              .sorted(Comparator.comparingLong(ToolRow::id))
              .toList();
      rows = present.equals(rows) ? rows : present;
    }
    return rows;
  }

  private void catchUp() {
    image = database.read(session -> next(session.getMapper(ToolMapper.class)));
  }

  private Image next(ToolMapper table) {
    // Taken before any row is read: what is committed in between makes the next one differ.
    Fingerprint present = table.stamps();
    Image next = image;
    if (!present.equals(stamps)) {
      next = next.withStamps(table);
      suspectCoarse(next);
    }
    next = withSuspects(next, table);
    if (System.nanoTime() - contentsCompared > contentsEvery.toNanos()) {
      next = table.contents().matches(next.contents()) ? next : next.withContents(table);
      contentsCompared = System.nanoTime();
    }
    stamps = present;
    return next;
  }

  /** A row that just changed may change once more under the same stamp. */
  private void suspectCoarse(Image next) {
    long newest = next.rows().stream().mapToLong(TableRow::stamp).max().orElse(0);
    long oldest = newest - SUSPICION.toNanos() / 1000;
    for (TableRow row : next.rows()) {
      boolean justChanged = stamps == null ? row.stamp() >= oldest : !image.holds(row);
      if (justChanged && row.stamp() % FINE == 0) {
        suspect(row.id());
      }
    }
  }

  private Image withSuspects(Image next, ToolMapper table) {
    long now = System.nanoTime();
    suspects.values().removeIf(until -> until - now < 0);
    Set<Long> ids = Set.copyOf(suspects.keySet());
    if (ids.isEmpty()) {
      return next;
    }
    return ids.size() > Image.BATCH ? next.withContents(table) : next.withContents(table, ids);
  }
}
