package dev.postern.source.db;

import static dev.postern.source.db.Node.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.postern.source.NameTakenException;
import dev.postern.source.RowStore.Expected;
import dev.postern.source.SourceException;
import dev.postern.testing.database.DatabaseKind;
import dev.postern.testing.database.TestDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What differs where users made the table themselves, as the documentation shows it. */
@ParameterizedClass
@EnumSource(
    value = DatabaseKind.class,
    names = {"MYSQL_PLAIN_TABLE", "MARIADB_PLAIN_TABLE"})
class PlainTableTest {
  private static final Expected ANYTHING = new Expected.Anything();

  @Parameter private DatabaseKind kind;

  private TestDatabase database;

  @BeforeEach
  void freshDatabase() {
    database = kind.freshDatabase();
  }

  @Test
  void aTableThatTakesTwoNamesForOneSaysSo() throws Exception {
    try (Node node = Node.ready(database)) {
      node.store.save("weather", true, json("small"), new Expected.Absent());
      assertThatThrownBy(() -> node.store.save("Weather", true, json("big"), ANYTHING))
          .isInstanceOf(NameTakenException.class)
          .hasMessageContaining("\"Weather\"")
          .hasMessageContaining("\"weather\"");
      assertThat(node.store.find("Weather")).isEmpty();
      assertThat(node.store.takeOffline("Weather", ANYTHING)).isEmpty();
      assertThat(node.call("weather")).isEqualTo("small");
    }
  }

  @Test
  void thePlainTableAloneIsEnoughForAUserWithoutRights() throws Exception {
    LimitedUser user = new LimitedUser(kind, database);
    TestDatabase limited = user.create();
    user.grant();
    try (Node node = Node.ready(limited)) {
      node.store.save("a", true, json("one"), new Expected.Absent());
      assertThat(node.call("a")).isEqualTo("one");
      assertThatThrownBy(() -> new SharedKeys(node.database).loadOrCreate())
          .isInstanceOf(SourceException.class)
          .hasMessageContaining("mcp_key");
    }
  }
}
