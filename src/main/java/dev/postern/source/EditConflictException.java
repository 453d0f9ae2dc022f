package dev.postern.source;

import java.util.Optional;

/** Somebody else changed the row since its editor read it; nothing was written. */
public final class EditConflictException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient StoredRow present;

  /**
   * @param present the row as it is now; null where it does not exist
   */
  public EditConflictException(String name, StoredRow present) {
    super("The row " + name + " was changed by somebody else");
    this.present = present;
  }

  public Optional<StoredRow> present() {
    return Optional.ofNullable(present);
  }
}
