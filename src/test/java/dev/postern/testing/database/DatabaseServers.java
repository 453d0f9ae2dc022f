package dev.postern.testing.database;

import dev.postern.testing.Prerequisite;

/** The servers that this JVM's tests share, each started when the first test asks for it. */
public final class DatabaseServers {
  private DatabaseServers() {}

  /** Skips the test where MySQL cannot run; see {@link Libaio}. */
  public static MySqlFamilyServer mysql() {
    requireLinux();
    MySqlUnpacked.requireMySql();
    return MySql.SERVER;
  }

  public static MySqlFamilyServer mariadb() {
    requireLinux();
    return MariaDb.SERVER;
  }

  public static PostgresServer postgresql() {
    requireLinux();
    return Postgres.SERVER;
  }

  public static H2Server h2() {
    return H2.SERVER;
  }

  /** No other system has all of them as Maven artifacts, and MySQL not even 64-bit ARM. */
  private static void requireLinux() {
    String machine = System.getProperty("os.name") + " " + System.getProperty("os.arch");
    if (!machine.equals("Linux amd64")) {
      throw Prerequisite.missing(
          DatabaseServers.class,
          "the real databases are for Linux on amd64 and this is "
              + machine
              + "; run the tests in a container");
    }
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
