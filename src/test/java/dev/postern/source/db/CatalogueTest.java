package dev.postern.source.db;

import static dev.postern.source.db.Node.json;
import static dev.postern.source.db.Node.soon;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.testing.database.DatabaseKind;
import dev.postern.testing.database.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A change in any database is live within 1.5 s of its commit, whoever makes it and when. */
@ParameterizedClass
@EnumSource(DatabaseKind.class)
class CatalogueTest {
  private static final String INSERT = "INSERT INTO mcp_tool (name, config_json) VALUES ";

  @Parameter private DatabaseKind kind;

  private TestDatabase database;
  private Node node;

  @BeforeEach
  void start() {
    database = kind.freshDatabase();
    node = Node.ready(database);
  }

  @AfterEach
  void stop() {
    if (node != null) { // skipped before it started
      node.close();
    }
  }

  @Test
  void whatIsTypedIntoTheDatabaseIsLiveWithTheUsualPeriod() throws SQLException {
    try (Node usual = Node.ready(database, Node.PERIOD)) {
      database.type(INSERT + "('a', '" + json("one") + "')");
      assertThat(soon(() -> "one".equals(usual.call("a")))).isTrue();

      database.type("UPDATE mcp_tool SET config_json = '" + json("two") + "' WHERE name = 'a'");
      assertThat(soon(() -> "two".equals(usual.call("a")))).isTrue();

      database.type("DELETE FROM mcp_tool WHERE name = 'a'");
      assertThat(soon(() -> usual.call("a") == null && usual.entry("a") == null)).isTrue();
    }
  }

  @Test
  void enabledSwitchesAToolOffAndOn() throws SQLException {
    database.type(INSERT + "('a', '" + json("one") + "')");
    assertThat(soon(() -> node.call("a") != null)).isTrue();

    database.type("UPDATE mcp_tool SET enabled = 0");
    assertThat(soon(() -> node.call("a") == null)).isTrue();
    assertThat(node.entry("a").enabled()).isFalse();

    database.type("UPDATE mcp_tool SET enabled = 1");
    assertThat(soon(() -> "one".equals(node.call("a")))).isTrue();
    assertThat(node.echo.compiled()).isOne();
  }

  @Test
  void aSecondChangeWithinTheSameSecondIsNotLost() throws SQLException {
    database.type(INSERT + "('a', '" + json("zero") + "')");
    startOfASecond();
    database.type("UPDATE mcp_tool SET config_json = '" + json("one") + "'");
    node.refresher.refreshNow();
    assertThat(node.call("a")).isEqualTo("one");
    String before = database.ask("SELECT updated_at FROM mcp_tool");

    database.type("UPDATE mcp_tool SET config_json = '" + json("two") + "'");
    if (kind.hasPlainTable()) {
      assertThat(database.ask("SELECT updated_at FROM mcp_tool")).isEqualTo(before);
    }
    assertThat(soon(() -> "two".equals(node.call("a")))).isTrue();
  }

  @Test
  void aChangeJustAfterTheStartWithinTheSameSecondIsNotLost() throws SQLException {
    startOfASecond();
    database.type(INSERT + "('a', '" + json("one") + "')");
    try (Node second = Node.ready(database)) {
      database.type("UPDATE mcp_tool SET config_json = '" + json("two") + "'");
      assertThat(soon(() -> "two".equals(second.call("a")))).isTrue();
    }
  }

  @Test
  void aTransactionThatBeganEarlierAndCommitsLaterIsNotLost() throws SQLException {
    database.type(INSERT + "('a', '" + json("one") + "')", INSERT + "('b', '" + json("one") + "')");
    try (Connection early = database.connect();
        Statement statement = early.createStatement()) {
      early.setAutoCommit(false);
      statement.execute("UPDATE mcp_tool SET config_json = '" + json("two") + "' WHERE name = 'a'");
      statement.execute(INSERT + "('c', '" + json("two") + "')");

      Node.pause(Duration.ofMillis(20));
      database.type("UPDATE mcp_tool SET config_json = '" + json("two") + "' WHERE name = 'b'");
      assertThat(soon(() -> "two".equals(node.call("b")))).isTrue();
      assertThat(node.call("a")).isEqualTo("one");
      assertThat(node.call("c")).isNull();

      early.commit();
    }
    assertThat(soon(() -> "two".equals(node.call("a")) && "two".equals(node.call("c")))).isTrue();
  }

  @Test
  void clocksThatAreFiveMinutesOffLoseNothing() throws SQLException {
    Timestamp ahead = Timestamp.from(Instant.now().plus(Duration.ofMinutes(5)));
    Timestamp behind = Timestamp.from(Instant.now().minus(Duration.ofMinutes(5)));
    database.type(INSERT + "('a', '" + json("one") + "')", INSERT + "('b', '" + json("one") + "')");
    database.update("UPDATE mcp_tool SET updated_at = ? WHERE name = 'a'", ahead);
    assertThat(soon(() -> "one".equals(node.call("a")) && "one".equals(node.call("b")))).isTrue();

    database.type("UPDATE mcp_tool SET config_json = '" + json("two") + "' WHERE name = 'b'");
    assertThat(soon(() -> "two".equals(node.call("b")))).isTrue();

    changeAt(behind, json("three"));
    assertThat(soon(() -> "three".equals(node.call("b")))).isTrue();
    changeAt(ahead, json("four"));
    assertThat(soon(() -> "four".equals(node.call("b")))).isTrue();
  }

  /** Changes b with the server's own clock shifted where it can be, else with a time given. */
  private void changeAt(Timestamp time, String json) throws SQLException {
    if (kind.isMySqlFamily()) {
      database.type(
          "SET TIMESTAMP = " + time.getTime() / 1000,
          "UPDATE mcp_tool SET config_json = '" + json + "' WHERE name = 'b'");
    } else {
      database.type("UPDATE mcp_tool SET config_json = '" + json + "' WHERE name = 'b'");
      database.update("UPDATE mcp_tool SET updated_at = ? WHERE name = 'b'", time);
    }
  }

  @Test
  void aRenameIsLiveThoughTheJsonRepeatsTheOldName() throws SQLException {
    String json = json("one").replace("{\"type\"", "{\"name\": \"old\", \"type\"");
    database.type(INSERT + "('old', '" + json + "')");
    assertThat(soon(() -> "one".equals(node.call("old")))).isTrue();

    database.type("UPDATE mcp_tool SET name = 'new' WHERE name = 'old'");
    assertThat(soon(() -> "one".equals(node.call("new")))).isTrue();
    assertThat(node.entry("old")).isNull();
    assertThat(node.live.current().tools().get("new").definition().get("name").textValue())
        .isEqualTo("new");
  }

  @Test
  void namesThatAreSwappedInOneTransactionGoOverTogether() throws SQLException {
    database.type(INSERT + "('a', '" + json("one") + "')", INSERT + "('b', '" + json("two") + "')");
    node.refresher.refreshNow();
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("UPDATE mcp_tool SET name = 'aside' WHERE name = 'a'");
      statement.execute("UPDATE mcp_tool SET name = 'a' WHERE name = 'b'");
      statement.execute("UPDATE mcp_tool SET name = 'b' WHERE name = 'aside'");
      connection.commit();
    }
    assertThat(soon(() -> "two".equals(node.call("a")) && "one".equals(node.call("b")))).isTrue();
  }

  @Test
  void aChangeThatKeepsItsTimeIsFoundByComparingContents() throws SQLException {
    Timestamp fixed = Timestamp.valueOf("2024-02-29 12:00:00.123");
    database.update(
        "INSERT INTO mcp_tool (name, config_json, updated_at) VALUES ('a', " + asJson() + ", ?)",
        json("one"),
        fixed);
    try (Node comparing = new Node(database.pool(), Node.QUICK, Duration.ofSeconds(1))) {
      assertThat(comparing.refresher.refreshNow()).isTrue();
      Node.pause(Duration.ofMillis(1500)); // compared once and found equal
      String update = "UPDATE mcp_tool SET config_json = " + asJson() + ", updated_at = ?";
      database.update(update, json("two"), fixed);
      assertThat(Node.within(Duration.ofSeconds(5), () -> "two".equals(comparing.call("a"))))
          .isTrue();
      assertThat(comparing.publications).hasValueLessThanOrEqualTo(2);
    }
  }

  private String asJson() {
    return kind == DatabaseKind.POSTGRESQL ? "CAST(? AS json)" : "?";
  }

  @Test
  void anyNameIsFoundByItself() throws SQLException {
    String[] names = {"服务器信息", "weather.search", "🛠 ümläut", "Straße", "it''s"};
    for (String name : names) {
      database.type(INSERT + "('" + name + "', '" + json(name.replace("''", "")) + "')");
    }
    assertThat(soon(() -> node.live.current().tools().live().size() == names.length)).isTrue();
    assertThat(node.call("服务器信息")).isEqualTo("服务器信息");
    assertThat(node.call("🛠 ümläut")).isEqualTo("🛠 ümläut");
    assertThat(node.call("it's")).isEqualTo("its");
  }

  private static void startOfASecond() {
    Node.pause(Duration.ofMillis(1010 - System.currentTimeMillis() % 1000));
  }
}
