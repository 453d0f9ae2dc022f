package dev.postern.source.db;

import dev.postern.session.SessionNotes;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/** What sessions set, in the database that all nodes share. */
public final class NoteTable implements SessionNotes.Shared {
  private final Database database;

  public NoteTable(Database database) {
    this.database = database;
  }

  /** Each note gets a number of its own, for nodes that read what is new; so none is updated. */
  @Override
  public void put(String mark, String slot, String note, Instant expiry) {
    database.contend(
        () ->
            database.shared(
                session -> {
                  NoteMapper notes = session.getMapper(NoteMapper.class);
                  notes.clear(mark, slot);
                  notes.insert(mark, slot, note, expiry.getEpochSecond());
                  return null;
                }));
  }

  @Override
  public List<SessionNotes.Entry> after(long number, int most) {
    return database.shared(
        session ->
            session.getMapper(NoteMapper.class).after(number, most).stream()
                .map(row -> new SessionNotes.Entry(row.id(), row.note()))
                .toList());
  }

  @Override
  public void forget(String mark) {
    change(notes -> notes.deleteSession(mark));
  }

  @Override
  public void forgetExpired(Instant now) {
    change(notes -> notes.deleteExpired(now.getEpochSecond()));
  }

  private void change(Consumer<NoteMapper> change) {
    database.shared(
        session -> {
          change.accept(session.getMapper(NoteMapper.class));
          return null;
        });
  }
}
