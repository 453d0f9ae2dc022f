package dev.postern.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.catalogue.PromptParser;
import dev.postern.catalogue.ResourceParser;
import dev.postern.catalogue.ToolParser;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The thread itself: it cannot die, it can be asked, it ends. */
class RefresherTest {
  private static final Duration NEVER = Duration.ofHours(1);

  private final LiveCatalogue live = new LiveCatalogue();

  @Test
  void nothingThatASourceThrowsEndsIt() {
    AtomicInteger polls = new AtomicInteger();
    List<Throwable> thrown =
        List.of(new OutOfMemoryError("said by a test"), new StackOverflowError(), new Error());
    RowSource source =
        () -> {
          int poll = polls.getAndIncrement();
          if (poll < thrown.size()) {
            throw (Error) thrown.get(poll);
          }
          return List.of(new Row(1, "a", true, "{}"));
        };
    try (Refresher refresher = new Refresher(tools(source), live, Duration.ofMillis(1))) {
      refresher.start();
      assertThat(refresher.refreshNow()).isTrue();
      assertThat(live.current().tools().entries()).containsKey("a");
    }
  }

  @Test
  void aKindThatCannotBeReadDoesNotKeepTheOthersFromChanging() {
    RowSource broken =
        () -> {
          throw new SourceException("said by a test");
        };
    List<Row> rows = List.of(new Row(1, "a", true, "{}"));
    Feeds feeds =
        new Feeds(
            new RowFeed<>(Kind.TOOL, () -> rows, new ToolParser(List.of(), List.of())),
            new RowFeed<>(Kind.PROMPT, broken, new PromptParser(List.of(), List.of())),
            tools(List::of).resources());
    try (Refresher refresher = new Refresher(feeds, live, Duration.ofMillis(10))) {
      refresher.start();
      assertThat(refresher.refreshNow()).isFalse();
      assertThat(live.current().tools().entries()).containsKey("a");
    }
  }

  @Test
  void aListenerThatFailsDoesNotKeepTheCatalogueFromChanging() {
    live.onChange(
        diff -> {
          throw new IllegalStateException("said by a test");
        });
    AtomicInteger rows = new AtomicInteger();
    RowSource source = () -> List.of(new Row(rows.incrementAndGet(), "a" + rows, true, "{}"));
    try (Refresher refresher = new Refresher(tools(source), live, NEVER)) {
      refresher.start();
      assertThat(refresher.refreshNow()).isTrue();
      assertThat(refresher.refreshNow()).isTrue();
      assertThat(live.current().tools().entries()).containsOnlyKeys("a" + rows);
    }
  }

  @Test
  void whoAsksDuringAPollWaitsForTheNextOne() throws InterruptedException {
    CountDownLatch inPoll = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    AtomicInteger polls = new AtomicInteger();
    RowSource source =
        () -> {
          if (polls.incrementAndGet() == 1) {
            inPoll.countDown();
            await(release);
          }
          return List.of();
        };
    try (Refresher refresher = new Refresher(tools(source), live, NEVER)) {
      refresher.start();
      inPoll.await();
      new Thread(
              () -> {
                pause(200);
                release.countDown();
              })
          .start();
      assertThat(refresher.refreshNow()).isTrue();
      assertThat(polls).hasValue(2);
    }
  }

  @Test
  void aSourceThatIsGoneIsNotAskedWithoutPause() {
    AtomicInteger polls = new AtomicInteger();
    RowSource source =
        () -> {
          polls.incrementAndGet();
          throw new SourceException("gone");
        };
    try (Refresher refresher = new Refresher(tools(source), live, Duration.ofMillis(100))) {
      refresher.start();
      assertThat(refresher.refreshNow()).isFalse(); // after 5 s
      assertThat(polls.get()).isBetween(5, 12);
    }
  }

  @Test
  void takingOverOwnWritesDoesNotPutAPollOff() {
    Writable source = new Writable();
    try (Refresher refresher = new Refresher(tools(source), live, Duration.ofMillis(100))) {
      refresher.start();
      long end = System.nanoTime() + Duration.ofSeconds(2).toNanos();
      while (System.nanoTime() < end) {
        assertThat(refresher.takeOwnWrites()).isTrue();
      }
      assertThat(source.taken.get()).isGreaterThan(100);
      assertThat(source.polls.get()).isBetween(5, 22);
    }
  }

  @Test
  void ownWritesThatCannotBeTakenOverAreReadWithTheNextPoll() {
    Writable source = new Writable();
    source.broken = true;
    try (Refresher refresher = new Refresher(tools(source), live, Duration.ofMillis(500))) {
      refresher.start();
      assertThat(refresher.refreshNow()).isTrue();
      int polls = source.polls.get();
      assertThat(refresher.takeOwnWrites()).isTrue();
      assertThat(source.polls.get()).isGreaterThan(polls);
      assertThat(source.taken).hasValue(0);
    }
  }

  @Test
  void whoAsksForAllIsNotServedWithOwnWritesAlone() throws InterruptedException {
    Writable source = new Writable();
    try (Refresher refresher = new Refresher(tools(source), live, NEVER)) {
      refresher.start();
      assertThat(refresher.refreshNow()).isTrue();
      AtomicInteger stop = new AtomicInteger();
      Thread writer =
          new Thread(
              () -> {
                while (stop.get() == 0) {
                  refresher.takeOwnWrites();
                }
              });
      writer.start();
      for (int i = 0; i < 50; i++) {
        int polls = source.polls.get();
        assertThat(refresher.refreshNow()).isTrue();
        assertThat(source.polls.get()).isGreaterThan(polls);
      }
      stop.set(1);
      writer.join();
    }
  }

  /** A source that counts how it is asked. */
  private static final class Writable implements RowSource {
    final AtomicInteger polls = new AtomicInteger();
    final AtomicInteger taken = new AtomicInteger();
    volatile boolean broken;

    @Override
    public List<Row> rows() {
      polls.incrementAndGet();
      return List.of();
    }

    @Override
    public List<Row> withOwnWrites() {
      if (broken) {
        throw new SourceException("said by a test");
      }
      taken.incrementAndGet();
      return List.of();
    }
  }

  @Test
  void itsThreadEndsWithIt() {
    try (Refresher refresher = new Refresher(tools(List::of), live, NEVER)) {
      refresher.start();
      assertThat(refresher.refreshNow()).isTrue();
      assertThat(threads()).isOne();
    }
    assertThat(threads()).isZero();
  }

  /** So a node's own clock may say what it likes. */
  @Test
  void noClassOfASourceAsksTheNodesClock() {
    JavaClasses sources =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.postern.source");
    ArchRuleDefinition.noClasses()
        .should()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Instant.class, "now")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Clock.class)
        .check(sources);
  }

  private static Feeds tools(RowSource source) {
    List<Row> none = List.of();
    return new Feeds(
        new RowFeed<>(Kind.TOOL, source, new ToolParser(List.of(), List.of())),
        new RowFeed<>(Kind.PROMPT, () -> none, new PromptParser(List.of(), List.of())),
        new RowFeed<>(Kind.RESOURCE, () -> none, new ResourceParser(List.of(), List.of())));
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("postern-refresher"))
        .count();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
