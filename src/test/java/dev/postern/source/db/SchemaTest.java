package dev.postern.source.db;

import static dev.postern.source.db.Node.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.postern.source.RowStore.Expected;
import dev.postern.source.SourceException;
import dev.postern.testing.database.DatabaseKind;
import dev.postern.testing.database.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.commons.dbcp2.BasicDataSource;
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
    Scripts.runByHand(kind, database);
    Scripts.runByHand(kind, database);
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
    LimitedUser user = new LimitedUser(kind, database);
    TestDatabase limited = user.create();
    Scripts.runByHand(kind, database);
    user.grant();
    try (Node node = Node.ready(limited)) {
      node.store.save("a", true, json("one"), new Expected.Absent());
      assertThat(node.call("a")).isEqualTo("one");
      assertThat(new SharedKeys(node.database).loadOrCreate()).hasSize(1);
    }
  }
}
