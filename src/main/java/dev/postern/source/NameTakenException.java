package dev.postern.source;

/**
 * The database takes two different names for the same one, so the second cannot be stored. Happens
 * where the column's collation ignores case, accents or spaces at the end.
 */
public final class NameTakenException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public NameTakenException(Kind kind, String name, String present) {
    super(
        "The database takes the name \""
            + name
            + "\" for that of the "
            + kind.noun()
            + " \""
            + present
            + "\". Choose another name, or give the column "
            + kind.table()
            + ".name a collation that tells"
            + " them apart, as utf8mb4_bin tells case and accents");
  }
}
