package dev.postern.source.db;

import static dev.postern.source.db.Node.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.postern.message.Json;
import dev.postern.source.EditConflictException;
import dev.postern.source.Kind;
import dev.postern.source.Row;
import dev.postern.source.RowStore;
import dev.postern.source.RowStore.Expected;
import dev.postern.source.StoredRow;
import dev.postern.testing.database.DatabaseKind;
import dev.postern.testing.database.TestDatabase;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The console's writes: live when they return, never over somebody else's. */
@ParameterizedClass
@EnumSource(DatabaseKind.class)
class RowStoreTest {
  private static final Expected ANYTHING = new Expected.Anything();
  private static final Expected ABSENT = new Expected.Absent();

  @Parameter private DatabaseKind kind;

  private TestDatabase database;
  private Node node;
  private RowStore store;

  @BeforeEach
  void start() {
    database = kind.freshDatabase();
    node = Node.ready(database);
    store = node.store;
  }

  @AfterEach
  void stop() {
    if (node != null) { // skipped before it started
      node.close();
    }
  }

  @Test
  void everyWriteIsLiveWhenItReturns() throws Exception {
    for (int round = 1; round <= 5; round++) {
      store.save("a", true, json("v" + round), ANYTHING);
      assertThat(node.call("a")).isEqualTo("v" + round);
      assertThat(store.takeOffline("a", ANYTHING)).isPresent();
      assertThat(node.call("a")).isNull();
    }
    store.save("a", true, json("again"), ANYTHING);
    assertThat(node.call("a")).isEqualTo("again");
  }

  /** So that a save is live at once in a catalogue of any size, and on a database of any speed. */
  @Test
  void whatANodeWritesItselfItDoesNotReadAgain() throws Exception {
    try (Node alone = Node.ready(database, Node.ON_DEMAND)) {
      alone.store.save("a", true, json("one"), ABSENT);
      alone.traffic.reset();
      alone.store.save("a", true, json("two"), ANYTHING);
      assertThat(alone.call("a")).isEqualTo("two");
      assertThat(alone.traffic.statements()).hasSize(4).noneMatch(sql -> sql.contains("COUNT"));
    }
  }

  @Test
  void whoWritesOverAChangeThatTheNodeHasNotSeenSeesAllThatChanged() throws Exception {
    try (Node alone = Node.ready(database, Node.ON_DEMAND)) {
      alone.store.save("a", true, json("one"), ABSENT);
      alone.store.save("b", true, json("one"), ABSENT);
      database.type("UPDATE mcp_tool SET config_json = '" + json("two") + "'");
      alone.store.save("a", true, json("three"), ANYTHING);
      assertThat(alone.call("a")).isEqualTo("three");
      assertThat(alone.call("b")).isEqualTo("two");
    }
  }

  @Test
  void aRowThatWasDeletedInTheDatabaseIsCreatedAgain() throws Exception {
    try (Node alone = Node.ready(database, Node.ON_DEMAND)) {
      alone.store.save("a", true, json("one"), ABSENT);
      alone.store.save("b", true, json("one"), ABSENT);
      database.type("DELETE FROM mcp_tool");
      alone.store.save("a", true, json("two"), ABSENT);
      assertThat(alone.call("a")).isEqualTo("two");
      assertThat(alone.entry("b")).isNull();
    }
  }

  @Test
  void aTableThatWasNeverReadIsReadFirst() throws Exception {
    store.save("a", true, json("one"), ABSENT);
    RowTable fresh = new RowTable(node.database, Kind.TOOL);
    assertThat(fresh.withOwnWrites()).extracting(Row::name).containsExactly("a");
  }

  @Test
  void whatIsStoredIsFoundByItsExactName() throws Exception {
    String text = json("服务器 🛠 \u0001 \\ ' \" %s ${x} {{args.a}}");
    for (String name : List.of("服务器信息", "weather.search", "🛠", "it's; --", "%", "a_b")) {
      StoredRow stored = store.save(name, false, text, ABSENT);
      assertThat(stored.name()).isEqualTo(name);
      assertThat(stored.enabled()).isFalse();
      assertThat(Json.parse(stored.configJson())).isEqualTo(Json.parse(text));
      assertThat(store.find(name)).contains(stored);
    }
    assertThat(store.list()).extracting(StoredRow::name).isSorted().hasSize(6);
    assertThat(store.find("a%")).isEmpty();
    assertThat(store.find("aXb")).isEmpty();
  }

  @Test
  void aTagThatIsNoLongerTheRowsIsAConflict() throws Exception {
    StoredRow mine = store.save("a", true, json("one"), ABSENT);
    StoredRow theirs = store.save("a", true, json("two"), new Expected.Tag(mine.tag()));
    assertThat(theirs.tag()).isNotEqualTo(mine.tag());

    Expected stale = new Expected.Tag(mine.tag());
    EditConflictException conflict =
        catchThrowableOfType(
            EditConflictException.class, () -> store.save("a", true, json("three"), stale));
    assertThat(conflict.present()).contains(theirs);
    assertThatThrownBy(() -> store.takeOffline("a", stale))
        .isInstanceOf(EditConflictException.class);
    assertThat(node.call("a")).isEqualTo("two");
    assertThat(store.takeOffline("a", new Expected.Tag(theirs.tag())))
        .hasValueSatisfying(now -> assertThat(now.enabled()).isFalse());
  }

  @Test
  void aChangeTypedIntoTheDatabaseIsAConflictToo() throws Exception {
    StoredRow mine = store.save("a", true, json("one"), ABSENT);
    database.type("UPDATE mcp_tool SET enabled = 0");
    assertThatThrownBy(() -> store.save("a", true, json("two"), new Expected.Tag(mine.tag())))
        .isInstanceOf(EditConflictException.class);
  }

  @Test
  void absentMeansThatThereIsNoRowAndATagThatThereIsOne() throws Exception {
    assertThatThrownBy(() -> store.save("a", true, json("one"), new Expected.Tag("x")))
        .isInstanceOfSatisfying(
            EditConflictException.class, e -> assertThat(e.present()).isEmpty());
    store.save("a", true, json("one"), ABSENT);
    assertThatThrownBy(() -> store.save("a", true, json("two"), ABSENT))
        .isInstanceOfSatisfying(
            EditConflictException.class, e -> assertThat(e.present()).isPresent());
    assertThat(store.takeOffline("b", ABSENT)).isEmpty();
    assertThat(store.takeOffline("b", ANYTHING)).isEmpty();
  }

  @Test
  void ofManyWhoCreateOneNameExactlyOneSucceeds() throws Exception {
    assertThat(race(writer -> store.save("a", true, json("by " + writer), ABSENT))).isOne();
    assertThat(race(writer -> store.save("b", true, json("by " + writer), ANYTHING))).isEqualTo(8);
    assertThat(store.list()).hasSize(2);
  }

  @Test
  void ofManyWhoEditOneVersionExactlyOneSucceeds() throws Exception {
    Expected first = new Expected.Tag(store.save("a", true, json("one"), ABSENT).tag());
    assertThat(race(writer -> store.save("a", true, json("by " + writer), first))).isOne();
    assertThat(node.call("a")).startsWith("by ");
  }

  @FunctionalInterface
  private interface Writer {
    void write(int number) throws EditConflictException;
  }

  /** How many of eight writers at the same moment came through; the others met a conflict. */
  private static int race(Writer writer) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Boolean>> writes =
          java.util.stream.IntStream.range(0, 8)
              .<Callable<Boolean>>mapToObj(number -> () -> write(writer, number))
              .toList();
      int written = 0;
      for (Future<Boolean> write : threads.invokeAll(writes)) {
        written += write.get() ? 1 : 0;
      }
      return written;
    } finally {
      threads.shutdownNow();
    }
  }

  private static boolean write(Writer writer, int number) {
    try {
      writer.write(number);
      return true;
    } catch (EditConflictException e) {
      return false;
    }
  }
}
