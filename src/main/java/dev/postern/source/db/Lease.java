package dev.postern.source.db;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection out of operations' pool, set up for one use and given back as it came: not every
 * pool resets what its users changed.
 */
final class Lease implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Lease.class);

  /**
   * Ends a read from a peer that went silent, which a statement's time-out may not: drivers ask the
   * very same peer to cancel. Longer than the statements' time-out, so that it acts second.
   */
  private static final int SILENCE_MILLIS = 10_000;

  private final Connection connection;
  private final boolean autoCommit;
  private final int networkTimeout;

  private Lease(Connection connection, boolean autoCommit, int networkTimeout) {
    this.connection = connection;
    this.autoCommit = autoCommit;
    this.networkTimeout = networkTimeout;
  }

  /**
   * @param autoCommit true for reading, so that no statement sees an older snapshot than its own
   */
  static Lease of(DataSource dataSource, boolean autoCommit) throws SQLException {
    Connection connection = dataSource.getConnection();
    try {
      Lease lease = new Lease(connection, connection.getAutoCommit(), limitSilence(connection));
      if (lease.autoCommit != autoCommit) {
        connection.setAutoCommit(autoCommit);
      }
      return lease;
    } catch (SQLException | RuntimeException e) {
      closeQuietly(connection);
      throw e;
    }
  }

  Connection connection() {
    return connection;
  }

  @Override
  public void close() {
    try {
      if (networkTimeout >= 0) {
        connection.setNetworkTimeout(Runnable::run, networkTimeout);
      }
      if (connection.getAutoCommit() != autoCommit) {
        connection.setAutoCommit(autoCommit);
      }
    } catch (SQLException e) { // a broken connection; its pool finds out
      LOG.debug("A connection could not be reset", e);
    } finally {
      closeQuietly(connection);
    }
  }

  /**
   * @return the limit before; negative where the driver has none, as H2's
   */
  private static int limitSilence(Connection connection) {
    try {
      int before = connection.getNetworkTimeout();
      connection.setNetworkTimeout(Runnable::run, SILENCE_MILLIS);
      return before;
    } catch (SQLException e) {
      LOG.debug("The driver has no network time-out", e);
      return -1;
    }
  }

  private static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      LOG.debug("A connection could not be given back", e);
    }
  }
}
