package dev.postern.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.Json;
import dev.postern.security.Principal;
import dev.postern.testing.Wait;
import dev.postern.testing.database.DatabaseServers;
import dev.postern.testing.database.TestDatabase;
import dev.postern.testing.mcp.EventStream;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.server.RunningPostern;
import dev.postern.testing.server.TakingTurns;
import dev.postern.testing.server.TomcatServer;
import dev.postern.testing.service.LineService;
import java.net.http.HttpClient;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sessions outlive their server, and are at home on every node of an installation. */
class SurvivalIT {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
  private static final String TOOL =
      "{\"name\":\"survivor\",\"description\":\"d\",\"type\":\"static\",\"static\":{\"text\":\"here\"},"
          + "\"inputSchema\":{\"type\":\"object\"}}";

  private static final String FORM =
      """
      {"name": "survivor.form", "description": "d", "type": "static",
       "inputSchema": {"type": "object"},
       "static": {"text": "Hello {{input.responses.who.content.name}}",
                  "input": {"who": {"method": "elicitation/create", "params": {
                    "message": "Your name?", "requestedSchema": {
                      "type": "object", "properties": {"name": {"type": "string"}}}}}}}}
      """;

  private static final String UPDATED = "notifications/resources/updated";

  private static final String LINES =
      "{\"name\":\"survivor.lines\",\"_meta\":{\"progressToken\":\"t\"}}";

  /** Shared, for a session is what the header says. */
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @Test
  void aClientGoesOnWhereverItsServerWasStoppedOrKilled() throws Exception {
    try (TomcatServer tomcat = TomcatServer.tomcat10().deploy("/postern").start()) {
      McpClient client = new McpClient(tomcat.uri("/mcp"));
      client.connect("2025-06-18", "{\"elicitation\":{}}");
      McpClient gone = new McpClient(tomcat.uri("/mcp"));
      gone.connect();
      assertThat(gone.delete().statusCode()).isEqualTo(204);

      tomcat.stop();
      tomcat.start();
      assertThat(client.tools()).isNotNull();

      tomcat.kill();
      tomcat.start();
      assertThat(client.tools()).isNotNull();
      try (EventStream stream = client.listen()) {
        assertThat(stream.ended()).isFalse();
      }
      Wait.until("the ended session is unknown", SOON, () -> status(gone) == 404);
    }
  }

  /** Changes until one comes after the stream's node has read what the session set elsewhere. */
  private static void itHearsOfAnUpdate(EventStream stream, TestDatabase database)
      throws Exception {
    Wait.until(
        "the subscriber hears of an update",
        SOON,
        () -> {
          String changed = resource(Long.toString(System.nanoTime()));
          database.update("UPDATE mcp_resource SET config_json = ?", changed);
          return stream.events().stream().anyMatch(event -> event.data().contains(UPDATED));
        });
  }

  private static String resource(String text) {
    return "{\"name\":\"survivor\",\"uri\":\"x://survivor\",\"text\":\"" + text + "\"}";
  }

  @Test
  void twoNodesServeEverySessionAndForgetItTogether() throws Exception {
    TestDatabase database = DatabaseServers.mariadb().freshDatabase();
    try (TomcatServer one = node(database);
        TomcatServer two = node(database)) {
      insert(database, "survivor", TOOL);
      McpClient here = new McpClient(one.uri("/mcp"));
      here.connect();
      McpClient there = sameSession(here, two);
      Wait.until("the tool on node one", SOON, () -> here.tools().size() == 1);
      Wait.until("the tool on node two", SOON, () -> there.tools().size() == 1);
      aSessionIsServedBehindAProxyThatTakesTurns(one, two, database);
      anAnswerReachesTheNodeThatWaitsForIt(one, two, database);
      whatASessionSetsHoldsOnEveryNode(one, two, database);
      foreignAndAlteredIdsAreUnknown(here, two);
      anIdOfAnotherPrincipalIsUnknown(database, one, two);
      aNewKeyBreaksNothing(database, one, two, here, there);
      whatEndsHereEndsThere(here, there);
    }
  }

  /** No two requests in a row reach the same node. */
  private static void aSessionIsServedBehindAProxyThatTakesTurns(
      TomcatServer one, TomcatServer two, TestDatabase database) throws Exception {
    try (LineService service = LineService.start();
        TakingTurns proxy = TakingTurns.before(one.origin(), two.origin())) {
      McpClient client = new McpClient(proxy.uri("/postern/mcp"), HTTP);
      client.connect();
      try (EventStream stream = client.listen()) {
        client.request("ping", "{}"); // so that the odd call below meets the other node
        insert(database, "survivor.lines", service.tool("survivor.lines"));
        stream.await(0, "notifications/tools/list_changed", SOON);
        Wait.until(
            "the new tool on both nodes",
            SOON,
            () -> client.tools().size() == 2 && client.tools().size() == 2);
        for (int i = 0; i < 10; i++) {
          assertThat(client.call("survivor", "{}").at("/content/0/text").asText())
              .isEqualTo("here");
          service.progress(i);
          service.result("{\"n\":" + i + "}");
          try (EventStream call = client.start("tools/call", LINES)) {
            assertThat(call.await(0, "notifications/progress", SOON).data()).contains(":" + i);
            call.await(event -> event.data().contains("\"n\":"), SOON);
          }
          client.request(i % 2 == 0 ? "prompts/list" : "resources/list", "{}");
        }
      }
      assertThat(client.delete().statusCode()).isEqualTo(204);
      Wait.until(
          "the session is over on both nodes",
          SOON,
          () -> status(client) == 404 && status(client) == 404);
    }
  }

  private static void anAnswerReachesTheNodeThatWaitsForIt(
      TomcatServer one, TomcatServer two, TestDatabase database) throws Exception {
    insert(database, "survivor.form", FORM);
    McpClient here = new McpClient(one.uri("/mcp"), HTTP);
    here.connect(McpClient.REVISION, "{\"elicitation\":{}}");
    McpClient stranger = new McpClient(two.uri("/mcp"), HTTP);
    stranger.connect();
    Wait.until("the tool that asks", SOON, () -> here.tools().toString().contains("survivor.form"));
    try (EventStream call = here.start("tools/call", "{\"name\":\"survivor.form\"}")) {
      JsonNode form = call.await(0, "elicitation/create", SOON).json();
      stranger.reply(form, "{\"action\":\"accept\",\"content\":{\"name\":\"Eve\"}}");
      sameSession(here, two).reply(form, "{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}");
      call.await(event -> event.data().contains("Hello Ada"), SOON);
    }
    assertThat(database.ask("SELECT COUNT(*) FROM mcp_reply")).isEqualTo("0");
  }

  private static void whatASessionSetsHoldsOnEveryNode(
      TomcatServer one, TomcatServer two, TestDatabase database) throws Exception {
    McpClient here = new McpClient(one.uri("/mcp"), HTTP);
    here.connect();
    McpClient there = sameSession(here, two);
    there.request("logging/setLevel", "{\"level\":\"error\"}");
    there.request("resources/subscribe", "{\"uri\":\"x://survivor\"}");
    try (LineService service = LineService.start();
        EventStream stream = here.listen()) {
      database.update(
          "INSERT INTO mcp_resource (name, config_json) VALUES (?, ?)", "survivor", resource("1"));
      stream.await(0, "notifications/resources/list_changed", SOON);
      itHearsOfAnUpdate(stream, database);

      insert(database, "survivor.told", service.tool("survivor.told"));
      Wait.until("the tool", SOON, () -> here.tools().toString().contains("survivor.told"));
      service.line("{\"log\":{\"level\":\"info\",\"data\":\"unheard\"}}");
      service.line("{\"log\":{\"level\":\"error\",\"data\":\"heard\"}}");
      try (EventStream call = here.start("tools/call", "{\"name\":\"survivor.told\"}")) {
        assertThat(call.await(0, "notifications/message", SOON).data()).contains("\"heard\"");
        there.post(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":"
                + here.lastId()
                + "}}");
        call.awaitEnd(SOON);
      }
    }
    one.kill();
    one.start();
    try (EventStream stream = here.listen()) {
      itHearsOfAnUpdate(stream, database);
    }
    assertThat(database.ask("SELECT COUNT(*) FROM mcp_session_note")).isNotEqualTo("0");
    assertThat(there.delete().statusCode()).isEqualTo(204);
    assertThat(database.ask("SELECT COUNT(*) FROM mcp_session_note WHERE slot = 'level'"))
        .isEqualTo("0");
  }

  private static void insert(TestDatabase database, String name, String json) throws Exception {
    database.update("INSERT INTO mcp_tool (name, config_json) VALUES (?, ?)", name, json);
  }

  private static void foreignAndAlteredIdsAreUnknown(McpClient client, TomcatServer node)
      throws Exception {
    String id = client.session();
    String foreign = RunningPostern.shared().connected().session();
    char other = id.charAt(20) == 'A' ? 'B' : 'A';
    String altered = id.substring(0, 20) + other + id.substring(21);
    for (String unknown : new String[] {foreign, altered, id.substring(1), id + "A"}) {
      McpClient stranger = new McpClient(node.uri("/mcp")).header("Mcp-Session-Id", unknown);
      assertThat(status(stranger)).as(unknown).isEqualTo(404);
    }
  }

  /** Both ids are genuine: made with the key that lies in the nodes' own database. */
  private static void anIdOfAnotherPrincipalIsUnknown(
      TestDatabase database, TomcatServer one, TomcatServer two) throws Exception {
    byte[] key = Base64.getDecoder().decode(database.ask("SELECT material FROM mcp_key"));
    Clock clock = Clock.systemUTC();
    SessionIds ids =
        new SessionIds(
            new ReloadingKeys(() -> List.of(key)),
            new EndedSessions(new SharedEnds(), clock),
            Duration.ofDays(1),
            clock);
    for (TomcatServer node : List.of(one, two)) {
      assertThat(statusOf(ids, Principal.ANONYMOUS, node)).isEqualTo(200);
      assertThat(statusOf(ids, new Principal("ann"), node)).isEqualTo(404);
    }
  }

  private static int statusOf(SessionIds ids, Principal principal, TomcatServer node)
      throws Exception {
    Session session = ids.issue("2025-11-25", Json.object(), Json.object(), principal);
    return status(new McpClient(node.uri("/mcp")).header("Mcp-Session-Id", session.id()));
  }

  /** Takes the minute within which running nodes look for new keys. */
  @Test
  void aKeyIsReplacedWhileNodesRunAndClientsCall() throws Exception {
    TestDatabase database = DatabaseServers.mariadb().freshDatabase();
    try (TomcatServer one = node(database);
        TomcatServer two = node(database)) {
      McpClient before = new McpClient(one.uri("/mcp"));
      before.connect();
      addKey(database);
      Wait.until(
          "both nodes use the new key",
          Duration.ofSeconds(90),
          () -> {
            boolean replaced = true;
            for (TomcatServer node : List.of(one, two)) {
              McpClient fresh = new McpClient(node.uri("/mcp"), HTTP);
              fresh.connect();
              for (TomcatServer any : List.of(one, two)) { // at once, everywhere
                assertThat(status(sameSession(fresh, any))).isEqualTo(200);
                assertThat(status(sameSession(before, any))).isEqualTo(200);
              }
              replaced &= !keyOf(fresh).equals(keyOf(before));
            }
            return replaced;
          });
    }
  }

  private static void aNewKeyBreaksNothing(
      TestDatabase database, TomcatServer one, TomcatServer two, McpClient here, McpClient there)
      throws Exception {
    addKey(database);
    one.stop();
    one.start();
    McpClient fresh = new McpClient(one.uri("/mcp"));
    Wait.until(
        "the restarted node uses the new key, of which the other has not heard yet",
        SOON,
        () -> {
          fresh.header("Mcp-Session-Id", null).connect();
          return !keyOf(fresh).equals(keyOf(here));
        });
    assertThat(status(sameSession(fresh, two))).isEqualTo(200);
    assertThat(status(here)).isEqualTo(200);
    assertThat(status(there)).isEqualTo(200);
  }

  private static void addKey(TestDatabase database) throws Exception {
    byte[] material = new byte[32];
    new SecureRandom().nextBytes(material);
    database.update(
        "INSERT INTO mcp_key (id, material) VALUES (?, ?)",
        2,
        Base64.getEncoder().encodeToString(material));
  }

  private static void whatEndsHereEndsThere(McpClient here, McpClient there) throws Exception {
    try (EventStream stream = there.listen()) {
      assertThat(here.delete().statusCode()).isEqualTo(204);
      assertThat(status(here)).isEqualTo(404);
      Wait.until("the other node knows", Duration.ofSeconds(5), () -> status(there) == 404);
      stream.awaitEnd(Duration.ofSeconds(5));
    }
  }

  private static int status(McpClient client) throws Exception {
    return client.post(PING).statusCode();
  }

  /** The first four bytes of an id say which key sealed it. */
  private static String keyOf(McpClient client) {
    return client.session().substring(0, 5);
  }

  private static McpClient sameSession(McpClient client, TomcatServer node) {
    return new McpClient(node.uri("/mcp"), HTTP).header("Mcp-Session-Id", client.session());
  }

  private static TomcatServer node(TestDatabase database) throws Exception {
    String resource =
        """
        <Resource name="jdbc/postern" type="javax.sql.DataSource" auth="Container"
                  driverClassName="com.mysql.cj.jdbc.Driver" url="%s" username="%s" password="%s"
                  maxTotal="10" maxWaitMillis="3000" closeMethod="close"/>
        """
            .formatted(database.url().replace("&", "&amp;"), database.user(), database.password());
    return TomcatServer.tomcat10().deploy("/postern", resource).start();
  }
}
