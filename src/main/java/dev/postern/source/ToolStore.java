package dev.postern.source;

import java.util.List;
import java.util.Optional;

/**
 * The table of tools, as the console writes to it. Every method is one transaction and is live for
 * calls once it returned.
 */
public interface ToolStore {

  /** All tools by name, without their JSON's text being checked. */
  List<StoredTool> list();

  Optional<StoredTool> find(String name);

  /**
   * Creates or replaces a tool.
   *
   * @param expected what the writer believes to replace
   * @return the tool as stored now
   * @throws EditConflictException if the row is not as expected; nothing was written then
   */
  StoredTool save(String name, boolean enabled, String configJson, Expected expected)
      throws EditConflictException;

  /**
   * Sets {@code enabled = 0}; the row stays.
   *
   * @return empty where there is no such tool
   * @throws EditConflictException as {@link #save}
   */
  Optional<StoredTool> takeOffline(String name, Expected expected) throws EditConflictException;

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
