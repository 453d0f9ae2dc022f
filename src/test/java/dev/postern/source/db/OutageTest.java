package dev.postern.source.db;

import static dev.postern.source.db.Node.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.source.Refresher;
import dev.postern.testing.database.DatabaseKind;
import dev.postern.testing.database.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A database that goes away, stays away, and comes back. */
@ParameterizedClass
@EnumSource(
    value = DatabaseKind.class,
    names = {"H2", "POSTGRESQL", "MYSQL", "MARIADB"})
class OutageTest {
  private static final Duration NOTICED = Duration.ofSeconds(3);

  @Parameter private DatabaseKind kind;

  private final Logger logger = Logger.getLogger(Refresher.class.getName());
  private final List<LogRecord> log = new CopyOnWriteArrayList<>();
  private final Handler recorder = new Recorder(log);
  private TestDatabase database;

  @BeforeEach
  void start() {
    database = kind.freshDatabase();
    logger.addHandler(recorder);
  }

  @AfterEach
  void stop() {
    logger.removeHandler(recorder);
  }

  @Test
  void theOldCatalogueServesAndTheLogSaysItOnce() throws SQLException {
    try (Node node = Node.ready(database, Node.PERIOD)) {
      insert("a");
      assertThat(Node.soon(() -> node.call("a") != null)).isTrue();

      kind.server().stop();
      try {
        // Half a minute where that is quickest to prove, a few polls elsewhere.
        Node.pause(Duration.ofSeconds(kind == DatabaseKind.MYSQL ? 30 : 4));
        assertThat(node.call("a")).isEqualTo("one");
        assertThat(log).singleElement().satisfies(OutageTest::saysWhatHappened);
      } finally {
        kind.server().start();
      }
      assertThat(Node.within(NOTICED, () -> log.size() == 2)).isTrue();
      assertThat(log.get(1).getMessage()).contains("can be read again");

      insert("b");
      assertThat(Node.soon(() -> node.call("b") != null)).isTrue();
      assertThat(log).hasSize(2);
    }
  }

  private static void saysWhatHappened(LogRecord line) {
    assertThat(line.getMessage())
        .contains("The tools cannot be read: The database refuses or does not answer")
        .contains("The 1 tools loaded last keep serving")
        .doesNotContain("\n");
    assertThat(line.getThrown()).isNull();
  }

  @Test
  void aNodeThatStartsWithoutItsDatabaseRecoversByItself() throws SQLException {
    Node.ready(database, Node.PERIOD).close();
    insert("a");
    kind.server().stop();
    try (Node node = new Node(database, Node.PERIOD)) {
      try {
        Node.pause(Duration.ofMillis(2500));
        assertThat(node.live.current().tools().live()).isEmpty();
        assertThat(log).hasSize(1);
        assertThat(log.get(0).getMessage()).contains("No tool can be called until it answers");
      } finally {
        kind.server().start();
      }
      assertThat(Node.within(NOTICED, () -> "one".equals(node.call("a")))).isTrue();
    }
  }

  private void insert(String name) throws SQLException {
    database.type(
        "INSERT INTO mcp_tool (name, config_json) VALUES ('" + name + "', '" + json("one") + "')");
  }

  private static final class Recorder extends Handler {
    private final List<LogRecord> log;

    Recorder(List<LogRecord> log) {
      this.log = log;
    }

    @Override
    public void publish(LogRecord line) {
      log.add(line);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
