package dev.postern.source.db;

import static dev.postern.source.db.Node.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.postern.source.RowStore.Expected;
import dev.postern.source.SourceException;
import dev.postern.testing.database.DatabaseKind;
import dev.postern.testing.database.TestDatabase;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.commons.dbcp2.BasicDataSource;
import org.apache.ibatis.jdbc.ScriptRunner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tables come into being by hand or by themselves, once, and need no rights once they are there.
 */
@ParameterizedClass
@EnumSource(DatabaseKind.class)
class SchemaTest {
  private static final int NODES = 4;

  @Parameter private DatabaseKind kind;

  private TestDatabase database;

  @BeforeEach
  void freshDatabase() {
    database = kind.freshDatabase();
  }

  @Test
  void theFolderHoldsExactlyTheScriptsThatAreRun() throws Exception {
    try (Stream<Path> files = Files.list(Path.of("sql", kind.scripts()))) {
      assertThat(files.map(file -> file.getFileName().toString()).sorted())
          .isEqualTo(Schema.SCRIPTS);
    }
  }

  @Test
  void scriptsThatWereRunByHandAreNotRunAgain() throws Exception {
    byHand();
    byHand();
    assertThat(database.ask("SELECT COUNT(*) FROM mcp_schema"))
        .isEqualTo(Integer.toString(Schema.SCRIPTS.size()));
    try (Node node = Node.ready(database)) {
      assertThat(node.traffic.statements()).noneMatch(sql -> sql.contains("CREATE"));
      node.store.save("a", true, json("one"), new Expected.Absent());
      assertThat(node.call("a")).isEqualTo("one");
    }
  }

  @Test
  void nodesThatStartTogetherMakeTheTablesOnceAndShareOneKey() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(NODES);
    try (BasicDataSource pool = database.pool()) {
      List<Future<List<byte[]>>> started = new ArrayList<>();
      for (int node = 0; node < NODES; node++) {
        started.add(threads.submit(() -> new SharedKeys(new Database(pool)).loadOrCreate()));
      }
      byte[] key = started.get(0).get().get(0);
      for (Future<List<byte[]>> keys : started) {
        assertThat(keys.get()).singleElement().isEqualTo(key);
      }
      assertThat(key).hasSize(32);
      assertThat(database.ask("SELECT COUNT(*) FROM mcp_schema"))
          .isEqualTo(Integer.toString(Schema.SCRIPTS.size()));
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aKeyAddedByHandIsTheNewestAndAWrongOneIsRefused() throws Exception {
    try (BasicDataSource pool = database.pool()) {
      SharedKeys keys = new SharedKeys(new Database(pool));
      byte[] first = keys.loadOrCreate().get(0);
      String added = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
      database.update("INSERT INTO mcp_key (id, material) VALUES (2, ?)", added);
      assertThat(keys.loadOrCreate()).containsExactly(new byte[32], first);

      database.update("UPDATE mcp_key SET material = 'c2hvcnQ=' WHERE id = 2");
      assertThatThrownBy(keys::loadOrCreate)
          .isInstanceOf(SourceException.class)
          .hasMessageContaining("32 bytes")
          .hasMessageNotContaining("c2hvcnQ");
    }
  }

  @Test
  void aUserWithoutRightsToMakeTablesCanWorkWithThoseThatAreThere() throws Exception {
    TestDatabase limited = limitedUser();
    byHand();
    grant();
    try (Node node = Node.ready(limited)) {
      node.store.save("a", true, json("one"), new Expected.Absent());
      assertThat(node.call("a")).isEqualTo("one");
      assertThat(new SharedKeys(node.database).loadOrCreate()).hasSize(1);
    }
  }

  @Test
  void aUserWithoutRightsIsToldWhichScriptsToRunAndGoesOnWhenTheyRan() throws Exception {
    assumeThat(kind.hasPlainTable()).isFalse();
    TestDatabase limited = limitedUser();
    try (Node node = new Node(limited)) {
      assertThatThrownBy(node.store::list)
          .isInstanceOf(SourceException.class)
          .hasMessageContaining("There is no table mcp_tool")
          .hasMessageContaining("sql/" + kind.scripts() + "/001-tools.sql")
          .hasMessageContaining("by hand");
      byHand();
      grant();
      assertThat(Node.within(java.time.Duration.ofSeconds(6), node.refresher::refreshNow)).isTrue();
    }
  }

  @Test
  void thePlainTableAloneIsEnoughForAUserWithoutRights() throws Exception {
    assumeThat(kind.hasPlainTable()).isTrue();
    TestDatabase limited = limitedUser();
    grant();
    try (Node node = Node.ready(limited)) {
      node.store.save("a", true, json("one"), new Expected.Absent());
      assertThat(node.call("a")).isEqualTo("one");
      assertThatThrownBy(() -> new SharedKeys(node.database).loadOrCreate())
          .isInstanceOf(SourceException.class)
          .hasMessageContaining("mcp_key");
    }
  }

  private void byHand() throws Exception {
    for (String script : Schema.SCRIPTS) {
      try (Connection connection = database.connect();
          Reader text = Files.newBufferedReader(Path.of("sql", kind.scripts(), script))) {
        ScriptRunner runner = new ScriptRunner(connection);
        runner.setLogWriter(null);
        runner.setStopOnError(true);
        runner.runScript(text);
      }
    }
  }

  private String user() {
    return "limited_" + database.url().replaceAll("\\?.*", "").replaceAll(".*/", "");
  }

  /** May log in and nothing else. */
  private TestDatabase limitedUser() throws Exception {
    String user = user();
    switch (kind) {
      case H2 -> database.type("CREATE USER " + user + " PASSWORD 'limited'");
      case POSTGRESQL ->
          database.type(
              "CREATE USER " + user + " PASSWORD 'limited'",
              "REVOKE CREATE ON SCHEMA public FROM PUBLIC");
      default ->
          database.type(
              "CREATE USER " + user + "@localhost IDENTIFIED BY 'limited'",
              "GRANT SELECT, INSERT, UPDATE, DELETE ON "
                  + database.ask("SELECT DATABASE()")
                  + ".* TO "
                  + user
                  + "@localhost");
    }
    return new TestDatabase(database.url(), database.driver(), user, "limited");
  }

  /** What the user needs of tables that are there now; in MySQL it has it beforehand. */
  private void grant() throws Exception {
    if (!kind.isMySqlFamily()) {
      for (String table :
          List.of("mcp_tool", "mcp_prompt", "mcp_resource", "mcp_key", "mcp_schema")) {
        database.type("GRANT SELECT, INSERT, UPDATE, DELETE ON " + table + " TO " + user());
      }
    }
  }
}
