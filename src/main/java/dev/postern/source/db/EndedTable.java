package dev.postern.source.db;

import dev.postern.session.EndedSessions;
import java.time.Instant;
import java.util.List;

/** Ended sessions in the database that all nodes share. */
public final class EndedTable implements EndedSessions.Shared {
  private final Database database;

  public EndedTable(Database database) {
    this.database = database;
  }

  @Override
  public void add(String mark, Instant expiry) {
    database.shared(
        session -> {
          session.getMapper(EndedMapper.class).insert(mark, expiry.getEpochSecond());
          return null;
        });
  }

  @Override
  public List<EndedSessions.Entry> after(long number) {
    return database.shared(
        session ->
            session.getMapper(EndedMapper.class).after(number).stream()
                .map(
                    row ->
                        new EndedSessions.Entry(
                            row.id(), row.mark(), Instant.ofEpochSecond(row.expiresAt())))
                .toList());
  }

  @Override
  public void forgetExpired(Instant now) {
    database.shared(
        session -> {
          session.getMapper(EndedMapper.class).deleteExpired(now.getEpochSecond());
          return null;
        });
  }
}
