package dev.postern.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.catalogue.Call;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.catalogue.Tool;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.policy.HostRules;
import dev.postern.policy.PolicySettings;
import dev.postern.security.Principal;
import dev.postern.security.WantedHeaders;
import dev.postern.source.db.Database;
import dev.postern.testing.Wait;
import dev.postern.testing.database.DatabaseServers;
import dev.postern.testing.database.TestDatabase;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.Loopback;
import dev.postern.testing.service.RecordingService;
import dev.postern.upstream.Upstream;
import dev.postern.upstream.UpstreamSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.dbcp2.BasicDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What policies have counted and kept outlives a refresh of the catalogue from the database. */
class PolicyStateTest {
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final String POLICY =
      "{\"cache\": {\"ttlMs\": 3600000}, \"rateLimit\": {\"calls\": 2, \"perMs\": 3600000}}";

  private final RecordingService service = RecordingService.start();
  private final TestDatabase database = DatabaseServers.h2().freshDatabase();
  private final BasicDataSource pool = database.pool();
  private final LiveCatalogue catalogue = new LiveCatalogue();
  private final AtomicInteger publications = new AtomicInteger();
  private Upstream upstream;
  private Tables tables;

  @BeforeEach
  void start() throws Exception {
    upstream = new Upstream(Loopback.open(UpstreamSettings.defaults("test")));
    Parsers parsers =
        Parsers.of(
            upstream,
            key -> Optional.empty(),
            catalogue,
            new WantedHeaders(),
            new PolicySettings(HostRules.parse("127.0.0.1 rate=3/1h"), 100_000, 100));
    tables = new Tables(new Database(pool), parsers, catalogue, Duration.ofMillis(100));
    catalogue.onChange(diff -> publications.incrementAndGet());
    tables.start();
    tables.awaitFirst();
    store("limited", POLICY, "one");
    store("other", "{}", "one");
    Wait.until("both tools", SOON, () -> tool("limited") != null && tool("other") != null);
  }

  @AfterEach
  void stop() throws Exception {
    tables.close();
    pool.close();
    upstream.close();
    service.close();
  }

  private void store(String name, String policy, String description) throws Exception {
    String json =
        "{\"type\": \"http\", \"description\": \"%s\", \"http\": {\"url\": \"%s\"}, \"policy\": %s}"
            .formatted(description, service.url("/x"), policy);
    database.update("DELETE FROM mcp_tool WHERE name = ?", name);
    database.update(
        "INSERT INTO mcp_tool (name, config_json) VALUES (?, ? FORMAT JSON)", name, json);
  }

  private Tool tool(String name) {
    return catalogue.current().tools().get(name);
  }

  private CallToolResult call(String name) throws InterruptedException {
    return (CallToolResult) tool(name).binding().call(new Call(Json.object(), Principal.ANONYMOUS));
  }

  private static String error(CallToolResult result) {
    return result.facts().path("error").asText();
  }

  /** Publishes a catalogue that was read anew. */
  private void refresh(String policyOfOther) throws Exception {
    int before = publications.get();
    store("other", policyOfOther, "changed at " + System.nanoTime());
    Wait.until("a refresh", SOON, () -> publications.get() > before);
  }

  @Test
  void whatAToolHasCountedAndKeptSurvivesTheRefreshOfOthers() throws Exception {
    assertThat(call("limited").isError()).isFalse();
    service.answer(Answer.json("{\"ok\": \"no more\"}"));
    refresh("{}");
    assertThat(call("limited").json().at("/structuredContent/ok").asBoolean()).isTrue();
    refresh("{}");
    assertThat(error(call("limited"))).isEqualTo("rate_limited");
    assertThat(service.requests()).hasSize(1);
  }

  @Test
  void anotherDefinitionBeginsAnew() throws Exception {
    call("limited");
    call("limited");
    assertThat(error(call("limited"))).isEqualTo("rate_limited");
    Tool before = tool("limited");
    store("limited", POLICY, "another");
    Wait.until(
        "the other definition", SOON, () -> tool("limited") != before && tool("limited") != null);
    assertThat(call("limited").isError()).isFalse();
    assertThat(service.requests()).hasSize(2);
  }

  @Test
  void whatToolsShareByHostSurvivesAnotherDefinitionToo() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThat(call("other").isError()).isFalse();
    }
    Tool before = tool("other");
    refresh("{\"retry\": {}}");
    Wait.until(
        "the other definition", SOON, () -> tool("other") != before && tool("other") != null);
    assertThat(error(call("other"))).isEqualTo("rate_limited");
  }
}
