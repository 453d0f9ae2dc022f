package dev.postern.source.db;

import dev.postern.testing.database.DatabaseKind;
import dev.postern.testing.database.TestDatabase;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import org.apache.ibatis.jdbc.ScriptRunner;

/** The numbered scripts, as operations run them. */
final class Scripts {
  private Scripts() {}

  static void runByHand(DatabaseKind kind, TestDatabase database) throws Exception {
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
}
