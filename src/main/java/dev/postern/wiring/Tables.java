package dev.postern.wiring;

import dev.postern.catalogue.LiveCatalogue;
import dev.postern.invoker.resource.ResourceWatch;
import dev.postern.source.Feeds;
import dev.postern.source.Kind;
import dev.postern.source.Refresher;
import dev.postern.source.RowFeed;
import dev.postern.source.RowStore;
import dev.postern.source.db.Database;
import dev.postern.source.db.DbRowStore;
import dev.postern.source.db.RowTable;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** The tables of all kinds: read into the catalogue by one refresher, written by the console. */
final class Tables implements AutoCloseable {
  private final Refresher refresher;
  private final ResourceWatch watch;
  private final Map<Kind, RowStore> stores = new EnumMap<>(Kind.class);

  Tables(Database database, Parsers parsers, LiveCatalogue catalogue, Duration period) {
    RowTable tools = new RowTable(database, Kind.TOOL);
    RowTable prompts = new RowTable(database, Kind.PROMPT);
    RowTable resources = new RowTable(database, Kind.RESOURCE);
    refresher =
        new Refresher(
            new Feeds(
                new RowFeed<>(Kind.TOOL, tools, parsers.tools(), parsers.builtIns().more()::beside),
                new RowFeed<>(Kind.PROMPT, prompts, parsers.prompts()),
                new RowFeed<>(Kind.RESOURCE, resources, parsers.resources())),
            catalogue,
            period);
    watch = new ResourceWatch(catalogue);
    stores.put(Kind.TOOL, new DbRowStore(database, tools, refresher));
    stores.put(Kind.PROMPT, new DbRowStore(database, prompts, refresher));
    stores.put(Kind.RESOURCE, new DbRowStore(database, resources, refresher));
  }

  void start() {
    watch.start();
    refresher.start();
  }

  /** Until the first request would find what is there; not for long where the database is down. */
  void awaitFirst() {
    refresher.takeOwnWrites(); // there are none; the first poll comes before
  }

  RowStore store(Kind kind) {
    return stores.get(kind);
  }

  @Override
  public void close() {
    watch.close();
    refresher.close();
  }
}
