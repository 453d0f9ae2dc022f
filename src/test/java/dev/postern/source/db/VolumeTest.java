package dev.postern.source.db;

import static dev.postern.source.db.Node.json;
import static dev.postern.source.db.Node.soon;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.source.Kind;
import dev.postern.testing.database.DatabaseKind;
import dev.postern.testing.database.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Many rows and many changes. The times it prints are for people; what it asserts are counts. */
@ParameterizedClass
@EnumSource(DatabaseKind.class)
class VolumeTest {
  private static final int ROWS = 10_000;
  private static final int BURST = 500;

  @Parameter private DatabaseKind kind;

  private TestDatabase database;
  private Node node;

  @BeforeEach
  void freshDatabase() {
    database = kind.freshDatabase();
  }

  private void start(Duration period) {
    node = Node.ready(database, period);
  }

  @AfterEach
  void stop() {
    if (node != null) { // skipped before it started
      node.close();
    }
  }

  @Test
  void tenThousandRowsCostNothingWhileNothingChanges() throws SQLException {
    start(Node.ON_DEMAND);
    fill(database);
    assertThat(Node.within(Duration.ofSeconds(30), node.refresher::refreshNow)).isTrue();
    assertThat(node.live.current().tools().live()).hasSize(ROWS);
    if (kind.hasPlainTable()) {
      Node.pause(Duration.ofSeconds(12)); // its rows are compared until their second is long over
    }
    timedPoll();

    node.traffic.reset();
    int compiled = node.echo.compiled();
    long idle = timedPoll();
    assertThat(node.traffic.rows()).isEqualTo(Kind.values().length);
    assertThat(node.traffic.statements()).hasSize(Kind.values().length);
    if (kind.isMySqlFamily()) {
      String plan = database.ask("EXPLAIN FORMAT=JSON " + node.traffic.statements().get(0));
      assertThat(plan).contains("idx_mcp_tool_updated_at").contains("\"using_index\": true");
    }

    node.traffic.reset();
    database.type(newText("tool-77", "new"));
    timedPoll();
    assertThat(node.call("tool-77")).isEqualTo("new");
    assertThat(node.echo.compiled()).isEqualTo(compiled + 1);
    assertThat(node.traffic.statements())
        .filteredOn(sql -> sql.contains("config_json,"))
        .singleElement()
        .satisfies(sql -> assertThat(sql.chars().filter(c -> c == '?')).hasSize(1));
    assertThatAChangeIsLiveInTime();
    report(idle, medianChange());
  }

  /** With the usual period, which the node that is counted does not have. */
  private void assertThatAChangeIsLiveInTime() throws SQLException {
    try (Node usual = new Node(database, Node.PERIOD)) {
      assertThat(Node.within(Duration.ofSeconds(30), usual.refresher::refreshNow)).isTrue();
      database.type(newText("tool-9", "newer"));
      assertThat(soon(() -> "newer".equals(usual.call("tool-9")))).isTrue();
    }
  }

  @Test
  void aBurstOfChangesCostsFewCatalogues() throws SQLException {
    start(Node.PERIOD);
    for (int tool = 0; tool < 10; tool++) {
      insert("tool-" + tool, json("old"));
    }
    assertThat(soon(() -> node.live.current().tools().live().size() == 10)).isTrue();
    int before = node.publications.get();
    long begun = System.nanoTime();
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      for (int change = 1; change <= BURST; change++) {
        String name = "tool-" + change % 10;
        statement.execute(
            "UPDATE mcp_tool SET config_json = '"
                + json("v" + change)
                + "' WHERE name = '"
                + name
                + "'");
      }
    }
    long seconds = Duration.ofNanos(System.nanoTime() - begun).toSeconds();
    assertThat(soon(() -> "v500".equals(node.call("tool-0")) && "v499".equals(node.call("tool-9"))))
        .isTrue();
    assertThat(node.publications.get() - before).isBetween(1, (int) seconds + 3);
  }

  @Test
  void writersAtTheSameTimeShareCatalogues() throws Exception {
    start(Node.PERIOD);
    int before = node.publications.get();
    Thread[] writers = new Thread[8];
    for (int writer = 0; writer < writers.length; writer++) {
      String prefix = "tool-" + writer + "-";
      writers[writer] = new Thread(() -> save(prefix));
      writers[writer].start();
    }
    for (Thread writer : writers) {
      writer.join();
    }
    assertThat(node.live.current().tools().live()).hasSize(80);
    assertThat(node.publications.get() - before).isLessThan(60);
  }

  private void save(String prefix) {
    for (int tool = 0; tool < 10; tool++) {
      String name = prefix + tool;
      try {
        node.store.save(name, true, json("x"), new dev.postern.source.RowStore.Expected.Absent());
      } catch (dev.postern.source.EditConflictException e) {
        throw new IllegalStateException(e);
      }
      assertThat(node.call(name)).isEqualTo("x");
    }
  }

  private static String newText(String name, String text) {
    return "UPDATE mcp_tool SET config_json = '" + json(text) + "' WHERE name = '" + name + "'";
  }

  private long medianChange() throws SQLException {
    long[] changes = new long[9];
    for (int change = 0; change < changes.length; change++) {
      database.type(newText("tool-" + change, "v" + change));
      changes[change] = timedPoll();
    }
    java.util.Arrays.sort(changes);
    return changes[4];
  }

  private long timedPoll() {
    long begun = System.nanoTime();
    assertThat(node.refresher.refreshNow()).isTrue();
    return (System.nanoTime() - begun) / 1000;
  }

  /** A second node shows what the first load costs, on a JVM that is warm by now. */
  private void report(long idle, long change) {
    try (Node second = new Node(database, Node.ON_DEMAND)) {
      long begun = System.nanoTime();
      assertThat(second.refresher.refreshNow()).isTrue();
      long load = (System.nanoTime() - begun) / 1000;
      assertThat(second.live.current().tools().live()).hasSize(ROWS);
      long[] idles = new long[20];
      for (int poll = 0; poll < idles.length; poll++) {
        idles[poll] = timedPoll();
      }
      java.util.Arrays.sort(idles);
      System.out.printf(
          "%s, %d rows: idle poll %d µs (median of 20; first %d), one change %d µs, load %d ms%n",
          kind, ROWS, idles[10], idle, change, load / 1000);
    }
  }

  private void insert(String name, String json) throws SQLException {
    database.type(
        "INSERT INTO mcp_tool (name, config_json) VALUES ('" + name + "', '" + json + "')");
  }

  /** Texts as long as a real tool's. */
  private static void fill(TestDatabase database) throws SQLException {
    String json = json("x".repeat(600));
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (int from = 0; from < ROWS; from += 500) {
        StringBuilder sql = new StringBuilder("INSERT INTO mcp_tool (name, config_json) VALUES ");
        for (int row = from; row < from + 500; row++) {
          sql.append(row == from ? "" : ", ");
          sql.append("('tool-").append(row).append("', '").append(json).append("')");
        }
        statement.execute(sql.toString());
      }
      connection.commit();
    }
  }
}
