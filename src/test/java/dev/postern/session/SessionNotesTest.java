package dev.postern.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.message.Json;
import dev.postern.security.Principal;
import dev.postern.session.SessionNotes.Kind;
import dev.postern.session.SessionNotes.Note;
import dev.postern.source.db.Database;
import dev.postern.source.db.NoteTable;
import dev.postern.testing.database.DatabaseKind;
import dev.postern.testing.database.TestDatabase;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.commons.dbcp2.BasicDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Two nodes on one database tell each other, and their successors, what sessions set. */
@ParameterizedClass
@EnumSource(
    value = DatabaseKind.class,
    names = {"H2", "POSTGRESQL", "MYSQL", "MARIADB"})
class SessionNotesTest {
  private static final Duration LIFETIME = Duration.ofHours(1);
  private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
  private static final String ID = "a-session-id-of-some-length-as-they-have-it-000";

  @Parameter private DatabaseKind kind;

  private TestDatabase database;
  private BasicDataSource pool;
  private NoteTable table;
  private SessionNotes here;
  private SessionNotes there;

  @BeforeEach
  void open() {
    database = kind.freshDatabase();
    pool = database.pool();
    table = new NoteTable(new Database(pool));
    here = node(1, NOON);
    there = node(1, NOON);
    assertThat(table.after(0, 1)).isEmpty();
  }

  @AfterEach
  void close() throws Exception {
    if (pool != null) { // skipped before it was opened
      pool.close();
    }
  }

  @Test
  void whatOneWritesTheOthersHearOnceAndInOrder() {
    here.write(session(1), Kind.LEVEL, "debug");
    here.write(session(1), Kind.SUBSCRIBED, "x://ä🛠");
    there.write(session(2), Kind.CANCELLED, "\"c\"");

    assertThat(heard(there))
        .containsExactly(
            new Note(mark(1), Kind.LEVEL, "debug"), new Note(mark(1), Kind.SUBSCRIBED, "x://ä🛠"));
    assertThat(heard(here)).containsExactly(new Note(mark(2), Kind.CANCELLED, "\"c\""));
    assertThat(heard(there)).isEmpty();
    here.write(session(1), Kind.UNSUBSCRIBED, "x://ä🛠");
    assertThat(heard(there)).containsExactly(new Note(mark(1), Kind.UNSUBSCRIBED, "x://ä🛠"));
  }

  @Test
  void aNodeThatWasRestartedHearsWhatItHadWrittenItself() {
    here.write(session(1), Kind.LEVEL, "debug");
    here.write(session(1), Kind.LEVEL, "error");
    assertThat(heard(here)).isEmpty();
    assertThat(heard(node(1, NOON))).containsExactly(new Note(mark(1), Kind.LEVEL, "error"));
  }

  @Test
  void aSessionHasOneNoteForEachThingItSets() throws Exception {
    for (int i = 0; i < 50; i++) {
      here.write(session(1), Kind.LEVEL, i % 2 == 0 ? "debug" : "info");
      here.write(session(1), i % 2 == 0 ? Kind.SUBSCRIBED : Kind.UNSUBSCRIBED, "x://1");
    }
    for (int i = 0; i < 200; i++) {
      here.write(session(1), Kind.CANCELLED, String.valueOf(i));
    }
    assertThat(rows()).isEqualTo(2 + 16);
    here.forget(session(2));
    assertThat(rows()).isEqualTo(2 + 16);
    here.forget(session(1));
    assertThat(rows()).isZero();
  }

  @Test
  void twoNodesThatSetTheSameAtOnceLeaveOneNote() throws Exception {
    ExecutorService hands = Executors.newFixedThreadPool(2);
    for (SessionNotes node : List.of(here, there)) {
      hands.execute(
          () -> {
            for (int i = 0; i < 30; i++) {
              node.write(session(1), Kind.LEVEL, "debug");
            }
          });
    }
    hands.shutdown();
    assertThat(hands.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    assertThat(rows()).isOne();
  }

  @Test
  void thousandsAreReadAtTheStartAndMoreThanOneLookCoversIsNotLost() {
    for (int i = 0; i < 1_300; i++) {
      table.put("m" + i, "level", "nothing that was sealed", NOON.plusSeconds(1));
    }
    here.write(session(1), Kind.LEVEL, "debug");
    assertThat(heard(there)).containsExactly(new Note(mark(1), Kind.LEVEL, "debug"));
    here.write(session(2), Kind.LEVEL, "debug");
    assertThat(heard(there)).containsExactly(new Note(mark(2), Kind.LEVEL, "debug"));
  }

  @Test
  void notesGoWhenTheirSessionsHaveExpired() throws Exception {
    here.write(session(1), Kind.LEVEL, "debug");
    here.write(session(1), Kind.CANCELLED, "1");
    table.forgetExpired(NOON.plusSeconds(61));
    assertThat(rows()).isOne();
    table.forgetExpired(NOON.plus(LIFETIME).plusSeconds(1));
    assertThat(rows()).isZero();
  }

  @Test
  void nothingOfItCanBeReadOrForged() throws Exception {
    here.write(session(1), Kind.SUBSCRIBED, "x://secret");
    assertThat(database.ask("SELECT note FROM mcp_session_note")).doesNotContain("secret");
    assertThat(heard(node(2, NOON))).isEmpty();
  }

  @Test
  void aSessionThatEndsWithItsConnectionLeavesNothing() throws Exception {
    Session bound =
        new Session("id", "2024-11-05", Json.object(), Json.object(), ANYBODY, NOON, true);
    here.write(bound, Kind.LEVEL, "debug");
    here.write(session(1), Kind.SUBSCRIBED, "x://" + "u".repeat(2 * 1024 * 1024));
    assertThat(rows()).isZero();
  }

  private static final Principal ANYBODY = Principal.ANONYMOUS;

  private SessionNotes node(int key, Instant now) {
    byte[] material = new byte[32];
    material[0] = (byte) key;
    return new SessionNotes(
        new ReloadingKeys(() -> List.of(material)),
        table,
        LIFETIME,
        Clock.fixed(now, ZoneOffset.UTC));
  }

  private static Session session(int number) {
    return new Session(
        ID + number, "2025-11-25", Json.object(), Json.object(), ANYBODY, NOON, false);
  }

  private static String mark(int number) {
    return EndedSessions.mark(ID + number);
  }

  private static List<Note> heard(SessionNotes node) {
    List<Note> notes = new ArrayList<>();
    node.look(notes::add);
    return notes;
  }

  private int rows() throws Exception {
    return Integer.parseInt(database.ask("SELECT COUNT(*) FROM mcp_session_note"));
  }
}
