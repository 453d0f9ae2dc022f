package dev.postern.testing.database;

import java.sql.SQLException;
import java.util.function.Supplier;

/** What Postern must run on, as a parameter of tests. */
public enum DatabaseKind {
  H2(DatabaseServers::h2),
  POSTGRESQL(DatabaseServers::postgresql),
  MYSQL(DatabaseServers::mysql),
  MARIADB(DatabaseServers::mariadb),
  /** With the table that users make from the documentation: no fractions of a second. */
  MYSQL_PLAIN_TABLE(DatabaseServers::mysql),
  MARIADB_PLAIN_TABLE(DatabaseServers::mariadb);

  private static final String[] PLAIN_TABLE = {
    """
    CREATE TABLE IF NOT EXISTS mcp_tool (
      id BIGINT PRIMARY KEY AUTO_INCREMENT,
      name VARCHAR(200) UNIQUE NOT NULL,
      enabled TINYINT(1) NOT NULL DEFAULT 1,
      config_json JSON NOT NULL,
      updated_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP
    )
    """,
    "CREATE INDEX idx_mcp_tool_updated_at ON mcp_tool(updated_at)"
  };

  private final Supplier<? extends DatabaseServer> server;

  DatabaseKind(Supplier<? extends DatabaseServer> server) {
    this.server = server;
  }

  public DatabaseServer server() {
    return server.get();
  }

  public boolean hasPlainTable() {
    return this == MYSQL_PLAIN_TABLE || this == MARIADB_PLAIN_TABLE;
  }

  public boolean isMySqlFamily() {
    return this != H2 && this != POSTGRESQL;
  }

  /** The folder of its scripts. */
  public String scripts() {
    return isMySqlFamily() ? "mysql" : name().toLowerCase(java.util.Locale.ROOT);
  }

  /** An empty database; the plain table is made already where there is to be one. */
  public TestDatabase freshDatabase() {
    TestDatabase fresh = server().freshDatabase();
    if (hasPlainTable()) {
      try {
        fresh.type(PLAIN_TABLE);
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
    return fresh;
  }
}
