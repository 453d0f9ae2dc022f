package dev.postern.source.db;

import dev.postern.testing.database.DatabaseKind;
import dev.postern.testing.database.TestDatabase;
import java.util.List;

/** A user of the database who may not make tables. */
record LimitedUser(DatabaseKind kind, TestDatabase database) {

  /** May log in and nothing else; under MySQL also use whatever tables there will be. */
  TestDatabase create() throws Exception {
    String user = name();
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
  void grant() throws Exception {
    if (!kind.isMySqlFamily()) {
      for (String table :
          List.of("mcp_tool", "mcp_prompt", "mcp_resource", "mcp_key", "mcp_schema")) {
        database.type("GRANT SELECT, INSERT, UPDATE, DELETE ON " + table + " TO " + name());
      }
    }
  }

  private String name() {
    return "limited_" + database.url().replaceAll("\\?.*", "").replaceAll(".*/", "");
  }
}
