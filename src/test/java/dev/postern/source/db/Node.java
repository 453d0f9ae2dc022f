package dev.postern.source.db;

import dev.postern.catalogue.Call;
import dev.postern.catalogue.CatalogueEntry;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.catalogue.PromptParser;
import dev.postern.catalogue.ResourceParser;
import dev.postern.catalogue.Tool;
import dev.postern.catalogue.ToolParser;
import dev.postern.message.Json;
import dev.postern.security.Principal;
import dev.postern.source.Feeds;
import dev.postern.source.Kind;
import dev.postern.source.Refresher;
import dev.postern.source.RowFeed;
import dev.postern.source.RowStore;
import dev.postern.testing.database.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.apache.commons.dbcp2.BasicDataSource;

/** One node's way from the database to the catalogue, put together as wiring does. */
final class Node implements AutoCloseable {
  /** The setting's default, which the promise is about. */
  static final Duration PERIOD = Duration.ofSeconds(1);

  /** For tests of what a poll finds rather than of when it comes. */
  static final Duration QUICK = Duration.ofMillis(200);

  /** Polls when it is told to and never by itself, so that a test can count what one poll does. */
  static final Duration ON_DEMAND = Duration.ofHours(1);

  /** The promise: live this soon after the commit. */
  static final Duration PROMISE = Duration.ofMillis(1500);

  final EchoType echo = new EchoType();
  final LiveCatalogue live = new LiveCatalogue();
  final AtomicInteger publications = new AtomicInteger();
  final CountingDataSource traffic;
  final Database database;
  final RowStore store;
  final RowStore prompts;
  final Refresher refresher;
  private final BasicDataSource pool;

  Node(TestDatabase database, Duration period) {
    this(database.pool(), period, Duration.ofSeconds(60));
  }

  Node(BasicDataSource pool, Duration period, Duration contentsEvery) {
    this.pool = pool;
    this.traffic = new CountingDataSource(pool);
    this.database = new Database(traffic.counted());
    RowTable tools = new RowTable(this.database, Kind.TOOL, contentsEvery);
    RowTable prompts = new RowTable(this.database, Kind.PROMPT, contentsEvery);
    RowTable resources = new RowTable(this.database, Kind.RESOURCE, contentsEvery);
    Feeds feeds =
        new Feeds(
            new RowFeed<>(Kind.TOOL, tools, new ToolParser(List.of(echo), List.of())),
            new RowFeed<>(Kind.PROMPT, prompts, new PromptParser(List.of(echo), List.of())),
            new RowFeed<>(Kind.RESOURCE, resources, new ResourceParser(List.of(echo), List.of())));
    this.refresher = new Refresher(feeds, live, period);
    this.store = new DbRowStore(this.database, tools, refresher);
    this.prompts = new DbRowStore(this.database, prompts, refresher);
    live.onChange(diff -> publications.incrementAndGet());
    refresher.start();
  }

  /** A quick node that has read its tables once. */
  static Node ready(TestDatabase database) {
    return ready(database, QUICK);
  }

  static Node ready(TestDatabase database, Duration period) {
    Node node = new Node(database, period);
    if (!node.refresher.refreshNow()) {
      throw new IllegalStateException("The first poll did not succeed");
    }
    return node;
  }

  /** A tool's JSON that answers with this text. */
  static String json(String text) {
    return "{\"type\": \"echo\", \"echo\": {\"text\": "
        + Json.text(Json.NODES.textNode(text))
        + "}}";
  }

  /** What the tool answers now; null where it cannot be called. */
  String call(String name) {
    Tool tool = live.current().tools().get(name);
    if (tool == null) {
      return null;
    }
    try {
      Call call = new Call(Json.object(), Principal.ANONYMOUS);
      return tool.binding().call(call).json().at("/content/0/text").textValue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  CatalogueEntry<Tool> entry(String name) {
    return live.current().tools().entries().get(name);
  }

  /** Whether it comes true within the promise. */
  static boolean soon(BooleanSupplier condition) {
    return within(PROMISE, condition);
  }

  static boolean within(Duration limit, BooleanSupplier condition) {
    long end = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        return false;
      }
      pause(Duration.ofMillis(10));
    }
    return true;
  }

  static void pause(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    refresher.close();
    try {
      pool.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
