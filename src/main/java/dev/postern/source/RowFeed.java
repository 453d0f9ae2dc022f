package dev.postern.source;

import dev.postern.catalogue.ConfigParser;
import dev.postern.catalogue.Section;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * One kind's way into the catalogue: its rows, and what became of them. Used by the refresher's
 * thread alone.
 *
 * @param <T> what the rows become
 */
public final class RowFeed<T> {
  /** For rows whose faults may pass; each costs a parse, however long it waits. */
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);

  private final RowSource source;
  private final RowLoader<T> loader;
  private final UnaryOperator<Section<T>> completed;
  private List<Row> seen;
  private long lookedAgain = System.nanoTime();
  private Section<T> section = Section.none();

  public RowFeed(Kind kind, RowSource source, ConfigParser<T> parser) {
    this(kind, source, parser, UnaryOperator.identity());
  }

  /**
   * @param completed adds what serves beside the rows
   */
  public RowFeed(
      Kind kind, RowSource source, ConfigParser<T> parser, UnaryOperator<Section<T>> completed) {
    this.source = source;
    this.loader = new RowLoader<>(kind, parser);
    this.completed = completed;
  }

  /** Reads what changed since the last time. */
  void catchUp() {
    take(source.rows());
  }

  /** Takes over what this process wrote, and perhaps more. */
  void takeOwnWrites() {
    take(source.withOwnWrites());
  }

  private void take(List<Row> rows) {
    if (rows != seen || isTimeToLookAgain() && loader.someHaveHealed()) {
      section = completed.apply(loader.load(rows));
      seen = rows;
    }
  }

  private boolean isTimeToLookAgain() {
    boolean due = System.nanoTime() - lookedAgain >= LOOK_AGAIN.toNanos();
    if (due) {
      lookedAgain = System.nanoTime();
    }
    return due;
  }

  /** As last read; the same object while nothing changes. */
  Section<T> section() {
    return section;
  }
}
