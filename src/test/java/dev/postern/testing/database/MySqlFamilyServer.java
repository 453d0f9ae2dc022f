package dev.postern.testing.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A running MySQL or MariaDB; how its files came there is {@link MySqlFiles}' matter. */
public final class MySqlFamilyServer implements DatabaseServer {
  private static final String DRIVER = "com.mysql.cj.jdbc.Driver";
  private static final String USER = "postern";
  private static final int START_SECONDS = 60;

  private final int port = ServerProcess.freePort();
  private final AtomicInteger databases = new AtomicInteger();
  private final ServerProcess process;

  MySqlFamilyServer(MySqlFiles files) {
    // A socket's path may have 107 bytes; a build folder's may be longer.
    Path socket = temporaryFolder().resolve("s");
    List<String> command = new ArrayList<>(files.server());
    command.add("--port=" + port);
    command.add("--bind-address=127.0.0.1");
    command.add("--socket=" + socket);
    command.add("--pid-file=" + socket.resolveSibling("pid"));
    command.add("--innodb-flush-log-at-trx-commit=2"); // survives a kill, if not a power cut
    command.add("--performance-schema=OFF");
    command.add("--init-file=" + users(socket.resolveSibling("users.sql")));
    process = new ServerProcess(command, files.environment(), files.log());
    start();
  }

  /** MariaDB lets its root in through the socket only, which Java does not speak. */
  private static Path users(Path file) {
    String user = "'" + USER + "'@'localhost'";
    String create = "CREATE USER IF NOT EXISTS " + user + " IDENTIFIED BY '" + USER + "';";
    String grant = "GRANT ALL ON *.* TO " + user + " WITH GRANT OPTION;";
    try {
      return Files.writeString(file, create + "\n" + grant + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public TestDatabase freshDatabase() {
    String name = "test" + databases.incrementAndGet();
    type("CREATE DATABASE " + name + " CHARACTER SET utf8mb4");
    return new TestDatabase(url(name), DRIVER, USER, USER);
  }

  @Override
  public void stop() {
    process.kill();
  }

  @Override
  public void start() {
    process.start();
    long end = System.nanoTime() + START_SECONDS * 1_000_000_000L;
    while (true) {
      try {
        type("SELECT 1");
        return;
      } catch (IllegalStateException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
      }
    }
  }

  /** Lets the server go silent with its connections open, or go on. */
  public void freeze(boolean frozen) {
    process.freeze(frozen);
  }

  private String url(String database) {
    return "jdbc:mysql://127.0.0.1:"
        + port
        + "/"
        + database
        + "?sslMode=DISABLED&allowPublicKeyRetrieval=true&connectTimeout=2000&socketTimeout=8000";
  }

  private void type(String... statements) {
    try (Connection connection = DriverManager.getConnection(url(""), USER, USER);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      pause();
      throw new IllegalStateException(e);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Path temporaryFolder() {
    try {
      Path folder = Files.createTempDirectory("postern");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> deleteFolder(folder)));
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void deleteFolder(Path folder) {
    for (java.io.File file : folder.toFile().listFiles()) {
      file.delete();
    }
    folder.toFile().delete();
  }
}
