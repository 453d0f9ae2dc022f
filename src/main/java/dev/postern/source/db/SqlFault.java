package dev.postern.source.db;

import java.sql.SQLException;
import java.util.List;

/** What a database said when it refused. */
final class SqlFault {
  /**
   * No such table in MySQL, MariaDB and H2, in PostgreSQL; no right to it in PostgreSQL, H2, and
   * (together with mistakes in a statement, of which ours have none) in MySQL and MariaDB.
   */
  private static final List<String> OUT_OF_REACH =
      List.of("42S0", "42P01", "42501", "90096", "42000");

  private SqlFault() {}

  /** The cause in one line: the first words of the driver and, where it differs, the root's. */
  static String text(Throwable failure) {
    Throwable first = failure;
    while (!(first instanceof SQLException) && first.getCause() != null) {
      first = first.getCause();
    }
    Throwable root = first;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String said = oneLine(first);
    String rootSaid = oneLine(root);
    return said.contains(rootSaid) ? said : said + " (" + rootSaid + ")";
  }

  /** SQL state class 23: most often a unique key that is taken. */
  static boolean isIntegrityViolation(Throwable failure) {
    return hasState(failure, "23");
  }

  /** SQL state class 40: a deadlock or a serialisation failure, gone when tried again. */
  static boolean isConflict(Throwable failure) {
    return hasState(failure, "40");
  }

  /** The table is not there, or its user may not read it. */
  static boolean isOutOfReach(Throwable failure) {
    return OUT_OF_REACH.stream().anyMatch(state -> hasState(failure, state));
  }

  private static boolean hasState(Throwable failure, String begin) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql
          && sql.getSQLState() != null
          && sql.getSQLState().startsWith(begin)) {
        return true;
      }
    }
    return false;
  }

  private static String oneLine(Throwable failure) {
    String message = failure.getMessage();
    return message == null
        ? failure.getClass().getSimpleName()
        : message.strip().replaceAll("\\s+", " ");
  }
}
