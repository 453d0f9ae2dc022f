package dev.postern.source.db;

import static dev.postern.source.db.Node.json;
import static dev.postern.source.db.Node.soon;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.catalogue.CatalogueEntry.State;
import dev.postern.testing.database.DatabaseKind;
import dev.postern.testing.database.TestDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A faulty row costs its own tool only, and that tool keeps its last good version. */
@ParameterizedClass
@EnumSource(DatabaseKind.class)
class FaultyRowsTest {
  private static final String NO_TEXT = "{\"type\": \"echo\", \"echo\": {\"text\": 1}}";
  private static final String TOO_DEEP =
      "{\"type\": \"echo\", \"echo\": {\"text\": \"x\", \"depth\": 100000000}}";

  @Parameter private DatabaseKind kind;

  private TestDatabase database;
  private Node node;

  @BeforeEach
  void start() throws SQLException {
    database = kind.freshDatabase();
    node = Node.ready(database);
    insert("a", json("one"));
    insert("b", json("one"));
    assertThat(soon(() -> node.call("a") != null && node.call("b") != null)).isTrue();
  }

  @AfterEach
  void stop() {
    if (node != null) { // skipped before it started
      node.close();
    }
  }

  @Test
  void theLastGoodVersionServesUntilTheRowIsRepaired() throws SQLException {
    change("a", NO_TEXT);
    change("b", json("two"));
    assertThat(soon(() -> "two".equals(node.call("b")))).isTrue();

    assertThat(node.call("a")).isEqualTo("one");
    assertThat(node.entry("a").state()).isEqualTo(State.BROKEN);
    assertThat(node.entry("a").problems())
        .singleElement()
        .satisfies(problem -> assertThat(problem.pointer()).isEqualTo("/echo/text"));

    change("a", json("three"));
    assertThat(soon(() -> "three".equals(node.call("a")))).isTrue();
    assertThat(node.entry("a").state()).isEqualTo(State.LIVE);
  }

  @Test
  void textThatIsNotJsonIsShownWithItsPlace() throws SQLException {
    admitAnyText();
    change("a", "{\"type\": \"echo\",\n  oops");
    assertThat(soon(() -> node.entry("a").state() == State.BROKEN)).isTrue();

    assertThat(node.call("a")).isEqualTo("one");
    assertThat(node.entry("a").problems().toString()).contains("line 2, column");
    assertThat(node.call("b")).isEqualTo("one");
  }

  @Test
  void aRowThatOverflowsTheStackCostsItselfOnly() throws SQLException {
    change("a", TOO_DEEP);
    change("b", json("two"));
    assertThat(soon(() -> "two".equals(node.call("b")))).isTrue();

    assertThat(node.call("a")).isEqualTo("one");
    assertThat(node.entry("a").problems().toString()).contains("StackOverflowError");
    change("a", json("two"));
    assertThat(soon(() -> "two".equals(node.call("a")))).isTrue();
  }

  @Test
  void aFaultyRowKeepsItsToolUnderItsNewName() throws SQLException {
    database.type(
        "UPDATE mcp_tool SET name = 'c', config_json = '" + NO_TEXT + "' WHERE name = 'a'");
    assertThat(soon(() -> "one".equals(node.call("c")))).isTrue();

    assertThat(node.call("a")).isNull();
    assertThat(node.live.current().tools().live().toString())
        .contains("\"name\":\"c\"")
        .doesNotContain("\"name\":\"a\"");
  }

  @Test
  void aFaultyRowThatTookTheOldOnesPlaceKeepsItsTool() throws SQLException {
    database.type("DELETE FROM mcp_tool WHERE name = 'a'");
    insert("a", NO_TEXT);
    assertThat(soon(() -> node.entry("a") != null && node.entry("a").state() == State.BROKEN))
        .isTrue();
    // What serves depends on whether a poll fell between the two statements, but never a mixture.
    assertThat(node.call("a")).isIn("one", null);
  }

  @Test
  void afterARestartOnlyWhatParsesServes() throws SQLException {
    change("a", NO_TEXT);
    try (Node restarted = Node.ready(database)) {
      assertThat(restarted.call("b")).isEqualTo("one");
      assertThat(restarted.call("a")).isNull();
      assertThat(restarted.entry("a").state()).isEqualTo(State.BROKEN);
    }
  }

  private void insert(String name, String json) throws SQLException {
    database.type(
        "INSERT INTO mcp_tool (name, config_json) VALUES ('" + name + "', '" + json + "')");
  }

  private void change(String name, String json) throws SQLException {
    database.type("UPDATE mcp_tool SET config_json = '" + json + "' WHERE name = '" + name + "'");
  }

  /** Some operations keep the texts in a column that takes any; H2's does as we make it. */
  private void admitAnyText() throws SQLException {
    if (kind.isMySqlFamily()) {
      database.type("ALTER TABLE mcp_tool MODIFY config_json LONGTEXT NOT NULL");
    } else if (kind == DatabaseKind.POSTGRESQL) {
      database.type("ALTER TABLE mcp_tool ALTER COLUMN config_json TYPE text");
    }
  }
}
