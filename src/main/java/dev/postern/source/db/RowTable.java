package dev.postern.source.db;

import dev.postern.source.Kind;
import dev.postern.source.Row;
import dev.postern.source.RowSource;
import dev.postern.source.SourceException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The table of one kind as a source. Compares the table with what was read before, never a time
 * with a clock: a fingerprint of all stamps first; where it differs, all stamps; then the texts of
 * the rows whose stamp differs.
 *
 * <p>Three things a stamp cannot tell are found by comparing contents: a second change within one
 * tick of a coarse stamp (the suspects), a change that keeps {@code updated_at}, and two sets of
 * stamps with one checksum (every minute).
 *
 * <p>Without the table of tools nothing works. The others came later: where somebody who may not
 * make tables has not got them yet, they count as empty.
 */
public final class RowTable implements RowSource {

  /** The database then reads every text, 10,000 in about 100 ms, but sends one line. */
  private static final Duration CONTENTS_EVERY = Duration.ofSeconds(60);

  /** How long a coarse stamp is mistrusted: a tick of one second and a slow commit. */
  private static final Duration SUSPICION = Duration.ofSeconds(10);

  /** {@code TIMESTAMP(6)} ends in three zeros once in a thousand times, coarser types always. */
  private static final int FINE = 1000;

  private static final Logger LOG = LoggerFactory.getLogger(RowTable.class);

  /** Databases write refused statements to their logs; one a minute is bearable. */
  private static final Duration MISSING_ASKED_EVERY = Duration.ofSeconds(60);

  private final Database database;
  private final Kind kind;
  private final Duration contentsEvery;

  /** Ids of rows that may change without a new stamp, with the monotonic time until when. */
  private final ConcurrentMap<Long, Long> suspects = new ConcurrentHashMap<>();

  /** Committed by this process and not yet in the image. */
  private final Queue<Write> writes = new ConcurrentLinkedQueue<>();

  // What follows belongs to the thread of the refresher.
  private Image image = Image.EMPTY;
  private Fingerprint stamps;
  private List<Row> rows = List.of();
  private long contentsCompared = System.nanoTime();
  private boolean missing;
  private long missed; // when it was asked for last

  public RowTable(Database database, Kind kind) {
    this(database, kind, CONTENTS_EVERY);
  }

  RowTable(Database database, Kind kind, Duration contentsEvery) {
    this.database = database;
    this.kind = kind;
    this.contentsEvery = contentsEvery;
  }

  Kind kind() {
    return kind;
  }

  /** Has the row's content compared at the next polls, whatever its stamp says. */
  private void suspect(long id) {
    suspects.put(id, System.nanoTime() + SUSPICION.toNanos());
  }

  /**
   * Tells of what this process committed, as the transaction read it.
   *
   * @param before null where the row was created
   */
  void wrote(TableRow before, TableRow after) {
    writes.add(new Write(before, after));
    suspect(after.id());
  }

  private record Write(TableRow before, TableRow after) {}

  /**
   * Without a question to the database, unless it was never read or others write to the same rows.
   */
  @Override
  public List<Row> withOwnWrites() {
    Image next = stamps == null ? null : image;
    for (Write write = writes.poll(); write != null; write = writes.poll()) {
      next = next == null ? null : next.withWrite(write.before(), write.after());
    }
    if (next == null) {
      return rows();
    }
    Image before = image;
    image = next;
    return since(before);
  }

  @Override
  public List<Row> rows() {
    writes.clear(); // they are committed, so they are read
    boolean askedLately = System.nanoTime() - missed < MISSING_ASKED_EVERY.toNanos();
    if (missing && askedLately && suspects.isEmpty()) {
      return rows;
    }
    try {
      List<Row> present = present();
      missing = false;
      return present;
    } catch (SourceException e) {
      if (kind == Kind.TOOL || !SqlFault.isOutOfReach(e)) {
        throw e;
      }
      suspects.clear();
      return without(e);
    }
  }

  private List<Row> without(SourceException reason) {
    if (!missing) {
      LOG.warn(
          "The table {} cannot be read, so there are no {}: {}",
          kind.table(),
          kind.plural(),
          reason.getMessage());
    }
    missing = true;
    missed = System.nanoTime();
    image = Image.EMPTY;
    stamps = null;
    rows = rows.isEmpty() ? rows : List.of();
    return rows;
  }

  private List<Row> present() {
    Image before = image;
    catchUp();
    if (!image.namesAreUnique()) {
      catchUp(); // two rows swapped names between two of our statements; now both are committed
    }
    return since(before);
  }

  /** The same list while the image is the same or shows the same. */
  private List<Row> since(Image before) {
    if (image != before) {
      List<Row> present =
          image.rows().stream()
              .map(TableRow::row)
              .sorted(Comparator.comparingLong(Row::id))
              .toList();
      rows = present.equals(rows) ? rows : present;
    }
    return rows;
  }

  private void catchUp() {
    image = database.read(kind, session -> next(session.getMapper(RowMapper.class)));
  }

  private Image next(RowMapper table) {
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

  private Image withSuspects(Image next, RowMapper table) {
    long now = System.nanoTime();
    suspects.values().removeIf(until -> until - now < 0);
    Set<Long> ids = Set.copyOf(suspects.keySet());
    if (ids.isEmpty()) {
      return next;
    }
    return ids.size() > Image.BATCH ? next.withContents(table) : next.withContents(table, ids);
  }
}
