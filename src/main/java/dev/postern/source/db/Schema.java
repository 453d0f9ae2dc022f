package dev.postern.source.db;

import dev.postern.source.SourceException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.ibatis.jdbc.RuntimeSqlException;
import org.apache.ibatis.jdbc.ScriptRunner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the numbered scripts of {@code sql/} that the database does not have yet. Each script notes
 * its own number in mcp_schema, so it does not matter whether a person or a node runs it. Scripts
 * bear being run twice; two nodes that start together need no lock between them.
 */
final class Schema {
  private static final Logger LOG = LoggerFactory.getLogger(Schema.class);

  /** In order; the position is the number. */
  static final List<String> SCRIPTS =
      List.of(
          "001-tools.sql",
          "002-keys.sql",
          "003-prompts-resources.sql",
          "004-ended-sessions.sql",
          "005-replies.sql",
          "006-session-notes.sql");

  /** A script fails when another node runs it at the same moment; it is done soon after. */
  private static final int ATTEMPTS = 3;

  private static final long PAUSE_MILLIS = 500;

  private Schema() {}

  /**
   * @throws SourceException if there is no table of tools and it could not be made
   */
  static void update(Connection connection, Product product) throws SQLException {
    connection.setAutoCommit(true);
    Set<Integer> present = applied(connection);
    for (int number = 1; number <= SCRIPTS.size(); number++) {
      String script = "sql/" + product.id() + "/" + SCRIPTS.get(number - 1);
      if (!present.contains(number) && !apply(connection, script, number)) {
        return;
      }
    }
  }

  /**
   * @return false if it failed but the tools can be read, so that the node can work
   */
  private static boolean apply(Connection connection, String script, int number)
      throws SQLException {
    for (int attempt = 1; ; attempt++) {
      try {
        run(connection, script);
        LOG.info("The database was brought up to date with {}", script);
        return true;
      } catch (RuntimeSqlException e) {
        connection.setAutoCommit(true);
        if (attempt == ATTEMPTS) {
          return givenUp(connection, script, e);
        }
        pause();
        if (applied(connection).contains(number)) {
          return true;
        }
      }
    }
  }

  private static boolean givenUp(Connection connection, String script, RuntimeSqlException cause) {
    String cure =
        script
            + " could not be run: "
            + SqlFault.text(cause)
            + ". Run it and those after it by hand as a user who may create tables";
    if (isReadable(connection, "SELECT id FROM mcp_tool WHERE 1 = 0")) {
      LOG.warn("The table mcp_tool is there and is used as it is, but {}", cure);
      return false;
    }
    throw new SourceException("There is no table mcp_tool, and " + cure, cause);
  }

  private static void run(Connection connection, String script) {
    try (InputStream in = Schema.class.getResourceAsStream("/" + script);
        Reader text = new InputStreamReader(in, StandardCharsets.UTF_8)) {
      ScriptRunner runner = new ScriptRunner(connection);
      runner.setStopOnError(true);
      runner.setLogWriter(null);
      runner.setErrorLogWriter(null);
      runner.runScript(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Numbers of the scripts that ran; none where nobody ever ran one. */
  private static Set<Integer> applied(Connection connection) {
    Set<Integer> numbers = new TreeSet<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT version FROM mcp_schema")) {
      while (rows.next()) {
        numbers.add(rows.getInt(1));
      }
    } catch (SQLException e) { // the table itself comes with the first script
      LOG.debug("No scripts are known to have run", e);
    }
    return numbers;
  }

  private static boolean isReadable(Connection connection, String query) {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      return !rows.next();
    } catch (SQLException e) {
      LOG.debug("There is no table mcp_tool", e);
      return false;
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
