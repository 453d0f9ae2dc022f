package dev.postern.source.db;

import static dev.postern.source.db.Node.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.postern.source.RowStore.Expected;
import dev.postern.source.SourceException;
import dev.postern.testing.database.DatabaseKind;
import dev.postern.testing.database.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds where the tables come from our scripts. */
@ParameterizedClass
@EnumSource(
    value = DatabaseKind.class,
    names = {"H2", "POSTGRESQL", "MYSQL", "MARIADB"})
class ScriptedTableTest {
  @Parameter private DatabaseKind kind;

  private TestDatabase database;

  @BeforeEach
  void freshDatabase() {
    database = kind.freshDatabase();
  }

  @Test
  void namesThatDifferInCaseOrAccentsAreDifferentTools() throws Exception {
    try (Node node = Node.ready(database)) {
      for (String name : List.of("weather", "Weather", "é", "e", "ハハ", "はは", "Straße", "Strasse")) {
        node.store.save(name, true, json(name), new Expected.Absent());
      }
      assertThat(node.call("Weather")).isEqualTo("Weather");
      assertThat(node.call("weather")).isEqualTo("weather");
      assertThat(node.store.find("WEATHER")).isEmpty();
      assertThat(node.live.current().tools().live()).hasSize(8);
    }
  }

  @Test
  void aUserWithoutRightsIsToldWhichScriptsToRunAndGoesOnWhenTheyRan() throws Exception {
    LimitedUser user = new LimitedUser(kind, database);
    TestDatabase limited = user.create();
    try (Node node = new Node(limited, Node.QUICK)) {
      assertThatThrownBy(node.store::list)
          .isInstanceOf(SourceException.class)
          .hasMessageContaining("There is no table mcp_tool")
          .hasMessageContaining("sql/" + kind.scripts() + "/001-tools.sql")
          .hasMessageContaining("by hand");
      Scripts.runByHand(kind, database);
      user.grant();
      assertThat(Node.within(java.time.Duration.ofSeconds(6), node.refresher::refreshNow)).isTrue();
    }
  }
}
