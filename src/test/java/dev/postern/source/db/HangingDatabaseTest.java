package dev.postern.source.db;

import static dev.postern.source.db.Node.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.testing.database.DatabaseKind;
import dev.postern.testing.database.DatabaseServers;
import dev.postern.testing.database.MySqlFamilyServer;
import dev.postern.testing.database.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.dbcp2.BasicDataSource;
import org.junit.jupiter.api.Test;

/** A database that neither answers nor refuses. */
class HangingDatabaseTest {

  @Test
  void aLockOnTheTableDoesNotHoldThePollerForEver() throws SQLException {
    TestDatabase database = DatabaseKind.POSTGRESQL.freshDatabase();
    try (Node node = Node.ready(database)) {
      try (Connection other = database.connect();
          Statement statement = other.createStatement()) {
        other.setAutoCommit(false);
        statement.execute("LOCK TABLE mcp_tool IN ACCESS EXCLUSIVE MODE");
        assertThat(node.refresher.refreshNow()).isFalse();
        Node.pause(Duration.ofSeconds(2)); // the statement gave up after 5 s in all
        other.rollback();
      }
      database.type("INSERT INTO mcp_tool (name, config_json) VALUES ('a', '" + json("one") + "')");
      assertThat(Node.within(Duration.ofSeconds(8), () -> "one".equals(node.call("a")))).isTrue();
    }
  }

  @Test
  void aServerThatGoesSilentInTheMiddleOfAStatementIsGivenUp() throws SQLException {
    MySqlFamilyServer server = DatabaseServers.mysql();
    TestDatabase database = server.freshDatabase();
    Set<Thread> others = pollers();
    try (Node node = Node.ready(database);
        Connection other = database.connect();
        Statement statement = other.createStatement()) {
      statement.execute("LOCK TABLES mcp_tool WRITE");
      Set<Thread> started = pollers();
      started.removeAll(others);
      Thread poller = started.iterator().next();
      assertThat(Node.within(Duration.ofSeconds(3), () -> isIn(poller, "stamps"))).isTrue();
      server.freeze(true);
      try {
        // The driver first asks the silent server to cancel, until its own socketTimeout.
        boolean givenUp = Node.within(Duration.ofSeconds(20), () -> !isIn(poller, "stamps"));
        assertThat(givenUp).as(() -> java.util.Arrays.toString(poller.getStackTrace())).isTrue();
      } finally {
        server.freeze(false);
      }
      statement.execute("UNLOCK TABLES");
      database.type("INSERT INTO mcp_tool (name, config_json) VALUES ('a', '" + json("one") + "')");
      assertThat(Node.within(Duration.ofSeconds(25), () -> "one".equals(node.call("a")))).isTrue();
    }
  }

  @Test
  void aPoolWithoutAutoCommitServesAsWell() throws SQLException {
    TestDatabase database = DatabaseServers.mysql().freshDatabase();
    BasicDataSource pool = database.pool();
    pool.setDefaultAutoCommit(false); // under REPEATABLE READ its snapshot would freeze
    try (Node node = new Node(pool, Node.QUICK, Duration.ofSeconds(60))) {
      assertThat(node.refresher.refreshNow()).isTrue();
      database.type("INSERT INTO mcp_tool (name, config_json) VALUES ('a', '" + json("one") + "')");
      assertThat(Node.soon(() -> "one".equals(node.call("a")))).isTrue();
      database.type("UPDATE mcp_tool SET config_json = '" + json("two") + "'");
      assertThat(Node.soon(() -> "two".equals(node.call("a")))).isTrue();
      try (Connection connection = pool.getConnection()) {
        assertThat(connection.getAutoCommit()).isFalse();
        assertThat(connection.getNetworkTimeout()).isEqualTo(8_000); // as its URL says
      }
    }
  }

  private static Set<Thread> pollers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("postern-refresher"))
        .collect(Collectors.toCollection(HashSet::new));
  }

  private static boolean isIn(Thread thread, String method) {
    for (StackTraceElement frame : thread.getStackTrace()) {
      if (frame.getMethodName().equals(method)) {
        return true;
      }
    }
    return false;
  }
}
