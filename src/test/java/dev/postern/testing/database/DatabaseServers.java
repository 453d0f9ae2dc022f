package dev.postern.testing.database;

/** The servers that this JVM's tests share, each started when the first test asks for it. */
public final class DatabaseServers {
  private DatabaseServers() {}

  /** Skips the test where MySQL cannot run; see {@link Libaio}. */
  public static MySqlFamilyServer mysql() {
    MySqlUnpacked.requireMySql();
    return MySql.SERVER;
  }

  public static MySqlFamilyServer mariadb() {
    return MariaDb.SERVER;
  }

  public static PostgresServer postgresql() {
    return Postgres.SERVER;
  }

  public static H2Server h2() {
    return H2.SERVER;
  }

  private static final class MySql {
    static final MySqlFamilyServer SERVER = new MySqlFamilyServer(MySqlUnpacked.mysql());
  }

  private static final class MariaDb {
    static final MySqlFamilyServer SERVER = new MySqlFamilyServer(MySqlUnpacked.mariadb());
  }

  private static final class Postgres {
    static final PostgresServer SERVER = new PostgresServer();
  }

  private static final class H2 {
    static final H2Server SERVER = new H2Server();
  }
}
