package dev.postern.speed;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.BadConfigException;
import dev.postern.catalogue.Catalogue;
import dev.postern.catalogue.ConfigParser;
import dev.postern.catalogue.Tool;
import dev.postern.source.Row;
import dev.postern.testing.service.Loopback;
import dev.postern.upstream.Upstream;
import dev.postern.upstream.UpstreamSettings;
import dev.postern.wiring.Parsers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a change costs, counted in tools that were parsed. */
class CatalogueChangeTest {
  private static final int TOOLS = 10_000;

  @Test
  void aChangeOfOneToolOfTenThousandParsesOneTool() {
    try (Upstream upstream = new Upstream(Loopback.open(new UpstreamSettings("test", 1_000, 1)))) {
      Parsers parsers = RichTools.parsers(upstream);
      Counting counting = new Counting(parsers.tools());
      List<Row> rows = RichTools.rows(TOOLS);
      try (RichTools tools = new RichTools(parsers, counting)) {
        tools.load(rows);
        Catalogue before = tools.live.current();
        assertThat(before.tools().live()).hasSize(TOOLS);
        assertThat(counting.parsed).hasSize(TOOLS);

        counting.parsed.clear();
        List<Row> changed = new ArrayList<>(rows);
        changed.set(4_711, RichTools.row(4_711, "as it is now"));
        tools.load(changed);
        assertThat(counting.parsed).containsExactly("orders-4711");
        Catalogue after = tools.live.current();
        for (Row row : rows) {
          boolean same = after.tools().get(row.name()) == before.tools().get(row.name());
          assertThat(same).as(row.name()).isEqualTo(row.id() != 4_711);
        }
      }
    }
  }

  /** Parses as the gateway does, by several threads, and writes down what. */
  private static final class Counting implements ConfigParser<Tool> {
    private final ConfigParser<Tool> parser;
    private final List<String> parsed = Collections.synchronizedList(new ArrayList<>());

    Counting(ConfigParser<Tool> parser) {
      this.parser = parser;
    }

    @Override
    public Tool parse(String name, JsonNode document) throws BadConfigException {
      parsed.add(name);
      return parser.parse(name, document);
    }

    @Override
    public Tool renamed(Tool present, String name) {
      return parser.renamed(present, name);
    }
  }
}
