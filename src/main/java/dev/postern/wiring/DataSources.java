package dev.postern.wiring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;

/**
 * Where the tools are kept: the DataSource that operations bound, or else an embedded H2.
 *
 * @param words for people, without a password
 * @param embedded whether this application owns the database
 */
record DataSources(DataSource dataSource, String words, boolean embedded, Runnable onClose)
    implements AutoCloseable {

  /**
   * The first is where Tomcat's {@code <Resource name="jdbc/postern">} appears, the second where
   * Payara's JDBC resources do. There is no {@code <resource-ref>} in web.xml: with one, Tomcat
   * hands out an empty pool where nothing is bound.
   */
  private static final List<String> NAMES = List.of("java:comp/env/jdbc/postern", "jdbc/postern");

  /** H2 would keep this application's class loader alive by a hook that closes the database. */
  private static final String NO_HOOK = ";DB_CLOSE_ON_EXIT=FALSE";

  /** Polls and saves have some 20 statements; H2 would keep the last 8 and parse the rest anew. */
  private static final String KEEP_STATEMENTS = ";QUERY_CACHE_SIZE=64";

  /** Enough for the poller, the console and session keys; H2 needs no more. */
  private static final int EMBEDDED_CONNECTIONS = 8;

  /**
   * @param folder for the embedded database; empty for {@code postern-data} below the server's base
   * @param deployment tells apart several deployments in one server
   */
  static DataSources open(String folder, String deployment) throws IOException {
    for (String name : NAMES) {
      DataSource bound = bound(name);
      if (bound != null) {
        return new DataSources(bound, "the DataSource bound to " + name, false, () -> {});
      }
    }
    Path data =
        (folder.isEmpty()
                ? serverBase().resolve("postern-data").resolve(deployment)
                : Path.of(folder))
            .toAbsolutePath()
            .normalize();
    Files.createDirectories(data);
    JdbcConnectionPool pool =
        JdbcConnectionPool.create(
            "jdbc:h2:file:" + data.resolve("postern") + NO_HOOK + KEEP_STATEMENTS,
            "postern",
            "postern");
    pool.setMaxConnections(EMBEDDED_CONNECTIONS);
    return new DataSources(pool, "embedded H2 in " + data, true, pool::dispose);
  }

  @Override
  public void close() {
    onClose.run();
  }

  private static DataSource bound(String name) {
    try {
      return new InitialContext().lookup(name) instanceof DataSource found ? found : null;
    } catch (NamingException e) {
      return null;
    }
  }

  /** Tomcat's and Payara's own words for it; other servers are started in their base. */
  private static Path serverBase() {
    for (String property : List.of("catalina.base", "com.sun.aas.instanceRoot")) {
      String base = System.getProperty(property);
      if (base != null) {
        return Path.of(base);
      }
    }
    return Path.of("");
  }
}
