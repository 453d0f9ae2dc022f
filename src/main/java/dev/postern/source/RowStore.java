package dev.postern.source;

import java.util.List;
import java.util.Optional;

/**
 * The table of one kind, as the console writes to it. Every method is one transaction and is live
 * for calls once it returned.
 */
public interface RowStore {

  /** All rows by name, without their JSON's text being checked. */
  List<StoredRow> list();

  Optional<StoredRow> find(String name);

  /**
   * Creates or replaces a row.
   *
   * @param expected what the writer believes to replace
   * @return the row as stored now
   * @throws EditConflictException if the row is not as expected; nothing was written then
   */
  StoredRow save(String name, boolean enabled, String configJson, Expected expected)
      throws EditConflictException;

  /**
   * Sets {@code enabled = 0}; the row stays.
   *
   * @return empty where there is no such row
   * @throws EditConflictException as {@link #save}
   */
  Optional<StoredRow> takeOffline(String name, Expected expected) throws EditConflictException;

  /** What a writer believes about the row that it is about to change. */
  sealed interface Expected {
    /** Whatever is there is replaced. */
    record Anything() implements Expected {}

    /** There is no such row yet. */
    record Absent() implements Expected {}

    /** The row still has this tag. */
    record Tag(String tag) implements Expected {}
  }
}
