package dev.postern.testing.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/** A running PostgreSQL. */
public final class PostgresServer implements DatabaseServer {
  private static final String USER = "postgres";

  private final int port = ServerProcess.freePort();
  private final Path data = MySqlUnpacked.freshFolder("postgresql-data");
  private final AtomicInteger databases = new AtomicInteger();
  private EmbeddedPostgres server;

  PostgresServer() {
    start();
  }

  @Override
  public TestDatabase freshDatabase() {
    String name = "test" + databases.incrementAndGet();
    try {
      database(USER).type("CREATE DATABASE " + name + " ENCODING 'UTF8' TEMPLATE template0");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return database(name);
  }

  @Override
  public void stop() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void start() {
    try {
      server =
          EmbeddedPostgres.builder()
              .setPort(port)
              .setDataDirectory(data)
              .setCleanDataDirectory(false)
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private TestDatabase database(String name) {
    String url = "jdbc:postgresql://127.0.0.1:" + port + "/" + name;
    return new TestDatabase(url, "org.postgresql.Driver", USER, USER);
  }
}
