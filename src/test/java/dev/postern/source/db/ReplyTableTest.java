package dev.postern.source.db;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.testing.database.DatabaseKind;
import dev.postern.testing.database.TestDatabase;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.commons.dbcp2.BasicDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Replies lie in every database until somebody takes them, or nobody did in time. */
@ParameterizedClass
@EnumSource(
    value = DatabaseKind.class,
    names = {"H2", "POSTGRESQL", "MYSQL", "MARIADB"})
class ReplyTableTest {
  private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

  @Parameter private DatabaseKind kind;

  @Test
  void theFirstReplyIsTakenOnceAndTheRestIsForgottenInTime() throws Exception {
    TestDatabase database = kind.freshDatabase();
    String large = "x".repeat(5_000_000);
    try (BasicDataSource pool = database.pool()) {
      ReplyTable table = new ReplyTable(new Database(pool));
      table.put("aQuestion", large, NOON);
      table.put("aQuestion", "too late", NOON);
      table.put("AQUESTION", "another", NOON.plusSeconds(1));

      assertThat(table.take(List.of("aQuestion", "unknown"))).isEqualTo(Map.of("aQuestion", large));
      assertThat(table.take(List.of("aQuestion"))).isEmpty();
      table.forgetExpired(NOON.plusSeconds(1));
      assertThat(database.ask("SELECT COUNT(*) FROM mcp_reply")).isEqualTo("1");
      table.forgetExpired(NOON.plusSeconds(2));
      assertThat(table.take(List.of("AQUESTION"))).isEmpty();
    }
  }
}
