package dev.postern.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.BadConfigException;
import dev.postern.catalogue.CatalogueEntry;
import dev.postern.catalogue.ConfigParser;
import dev.postern.catalogue.Problem;
import dev.postern.catalogue.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Many rows at once are parsed by several threads; nobody can tell but by the clock. */
class ManyRowsTest {
  private static final int ROWS = 1_000;
  private static final int HANDS = Math.min(Runtime.getRuntime().availableProcessors(), 4);

  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private final CountDownLatch everybody = new CountDownLatch(HANDS);
  private final RowLoader<String> loader = new RowLoader<>(Kind.TOOL, new Waiting());

  @Test
  void allProcessorsTakePartAndEndWithTheWork() {
    Section<String> section = loader.load(rows(ROWS));

    assertThat(threads).hasSize(HANDS).contains(Thread.currentThread());
    threads.remove(Thread.currentThread());
    assertThat(threads).allMatch(thread -> !thread.isAlive() && thread.isDaemon());
    assertThat(threads).allMatch(thread -> thread.getName().startsWith("postern-loader-"));
    assertThat(section.live()).hasSize(ROWS);
    for (Row row : rows(ROWS)) {
      assertThat(section.get(row.name())).isEqualTo(row.name() + " of " + row.configJson());
    }
  }

  @Test
  void oneChangeIsParsedWhereItIsAsked() {
    List<Row> rows = new ArrayList<>(rows(ROWS));
    loader.load(rows);
    threads.clear();
    rows.set(500, new Row(500, "row-500", true, "[\"new\"]"));

    Section<String> section = loader.load(rows);

    assertThat(threads).containsExactly(Thread.currentThread());
    assertThat(section.get("row-500")).isEqualTo("row-500 of [\"new\"]");
    assertThat(section.get("row-501")).isEqualTo("row-501 of [501]");
  }

  @Test
  void faultsCostTheirOwnRowsOnly() {
    List<Row> rows = new ArrayList<>(rows(ROWS));
    rows.set(7, new Row(7, "row-7", true, "[\"bad\"]"));
    rows.set(300, new Row(300, "row-300", true, "[\"deep\"]"));
    rows.set(999, new Row(999, "row-999", true, "["));

    Section<String> section = loader.load(rows);

    assertThat(section.live()).hasSize(ROWS - 3);
    assertThat(problem(section, "row-7")).isEqualTo("said by a test");
    assertThat(problem(section, "row-300")).contains("StackOverflowError");
    assertThat(problem(section, "row-999")).contains("line 1");
  }

  private static String problem(Section<String> section, String name) {
    CatalogueEntry<String> entry = section.entries().get(name);
    assertThat(entry.state()).isEqualTo(CatalogueEntry.State.BROKEN);
    return entry.problems().get(0).toString();
  }

  private static List<Row> rows(int count) {
    List<Row> rows = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      rows.add(new Row(i, "row-" + i, true, "[" + i + "]"));
    }
    return rows;
  }

  /** Keeps each thread with its first row until all are there. */
  private final class Waiting implements ConfigParser<String> {
    @Override
    public String parse(String name, JsonNode document) throws BadConfigException {
      if (threads.add(Thread.currentThread())) {
        everybody.countDown();
        try {
          assertThat(everybody.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
      if (document.path(0).asText().equals("bad")) {
        throw new BadConfigException(List.of(new Problem("", "said by a test")));
      }
      if (document.path(0).asText().equals("deep")) {
        throw new StackOverflowError("said by a test");
      }
      return name + " of " + document;
    }

    @Override
    public String renamed(String present, String name) {
      return present;
    }
  }
}
