package dev.postern.speed;

import dev.postern.catalogue.ConfigParser;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.catalogue.Tool;
import dev.postern.source.Feeds;
import dev.postern.source.Kind;
import dev.postern.source.Refresher;
import dev.postern.source.Row;
import dev.postern.source.RowFeed;
import dev.postern.wiring.Parsers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rows of tools that use most of the language, and their way into a catalogue. */
final class RichTools implements AutoCloseable {
  private static final Duration ON_DEMAND = Duration.ofHours(1);

  final LiveCatalogue live = new LiveCatalogue();
  private final Refresher refresher;
  private volatile List<Row> rows = List.of();

  /**
   * @param tools who parses them
   */
  RichTools(Parsers parsers, ConfigParser<Tool> tools) {
    Feeds feeds =
        new Feeds(
            new RowFeed<>(Kind.TOOL, () -> rows, tools),
            new RowFeed<>(Kind.PROMPT, List::of, parsers.prompts()),
            new RowFeed<>(Kind.RESOURCE, List::of, parsers.resources()));
    refresher = new Refresher(feeds, live, ON_DEMAND);
    refresher.start();
  }

  /** Their secrets are all there. */
  static Parsers parsers(dev.postern.upstream.Upstream upstream) {
    return Parsers.of(upstream, key -> Optional.of("secret-" + key));
  }

  /** Returns when these rows are live, however long that takes. */
  void load(List<Row> next) {
    rows = next;
    while (!refresher.refreshNow()) {
      Thread.onSpinWait(); // it waits for 5 seconds at most
    }
  }

  static List<Row> rows(int count) {
    List<Row> rows = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      rows.add(row(i, "as it was"));
    }
    return List.copyOf(rows);
  }

  /**
   * @param title what a change changes
   */
  static Row row(int number, String title) {
    String json =
        """
        {"type": "%s", "title": "%s", "description": "Finds the orders of a customer, number %d.",
         "inputSchema": {"type": "object", "required": ["customer"], "additionalProperties": false,
          "properties": {
           "customer": {"type": "string", "pattern": "^[A-Z0-9-]+$", "description": "Its number"},
           "state": {"enum": ["open", "paid", "cancelled"], "default": "open"},
           "since": {"type": "string", "format": "date"},
           "most": {"type": "integer", "minimum": 1, "maximum": 100, "default": 20},
           "tags": {"type": "array", "items": {"type": "string"}},
           "address": {"type": "object", "properties": {"zip": {"type": "string"}}}}},
         "outputSchema": {"type": "object", "properties": {"orders": {"type": "array"}}},
         "%s": {"method": "POST", "baseUrl": "https://orders-%d.example/v2",
          "path": "/customers/{customer}/orders?state={state}",
          "query": {"limit": "{{args.most}}", "tag": {"value": "{{args.tags}}", "explode": false}},
          "headers": {"X-Since": "{{args.since}}", "X-Caller": "{{client.name|unknown}}"},
          "body": {"zip": "{{args.address.zip}}", "note": "for {{args.customer}}", "all": true}},
         "auth": {"type": "bearer", "token": "{{secrets.ORDERS}}"},
         "responseMapping": [
          {"when": {"status": "2xx"},
           "jsonPath": {"orders": {"each": "$.items[*]", "pick": {"id": "$.id", "sum": "$.total"}}},
           "template": "{{#orders}}{{id}}: {{sum}}\\n{{/orders}}{{^orders}}none{{/orders}}"}],
         "errors": [{"status": 404, "result": {"orders": []}},
          {"status": [409, 423], "message": "Locked by {{lock.owner}}.", "retryable": true}],
         "limits": {"resultBytes": 20000},
         "policy": {"timeouts": {"connectMs": 500, "firstByteMs": 3000}, "retry": {"attempts": 3},
          "circuitBreaker": {"window": 20}, "rateLimit": {"calls": 100, "perMs": 60000},
          "bulkhead": {"calls": 10}, "cache": {"ttlMs": 1000, "anyMethod": true}}}
        """
            .formatted(
                number % 2 == 0 ? "http" : "feign",
                title,
                number,
                number % 2 == 0 ? "http" : "feign",
                number % 50);
    return new Row(number, "orders-" + number, true, json);
  }

  @Override
  public void close() {
    refresher.close();
  }
}
