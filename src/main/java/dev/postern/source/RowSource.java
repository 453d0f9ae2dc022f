package dev.postern.source;

import java.util.List;

/** Where the rows of one kind come from. Asked by the {@link Refresher}'s thread alone. */
@FunctionalInterface
public interface RowSource {

  /**
   * The rows as they are now. Where nothing changed it is the same list as the last time, and
   * finding that out must be cheap: it happens about every second.
   *
   * @throws SourceException if the source does not answer
   */
  List<Row> rows();

  /**
   * The rows with what this process wrote itself. What others changed may be missing until {@link
   * #rows} is asked; so the source need not be.
   *
   * @throws SourceException as {@link #rows}
   */
  default List<Row> withOwnWrites() {
    return rows();
  }
}
