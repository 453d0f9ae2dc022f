package dev.postern.transport.streamable;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.testing.mcp.EventStream;
import dev.postern.testing.mcp.StatelessRequests;
import dev.postern.testing.server.RunningPostern;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What requests of 2026-07-28 are answered with, once they have passed all checks. */
class StatelessResultsIT {
  private static final RunningPostern POSTERN = RunningPostern.shared();

  private final StatelessRequests client = new StatelessRequests(POSTERN.uri("/mcp"));

  @BeforeAll
  static void registerATool() throws Exception {
    POSTERN.register(
        "{\"name\":\"ladder.tool\",\"title\":\"Ladder\",\"description\":\"Says hello\","
            + "\"type\":\"static\",\"static\":{\"text\":\"hello\"},"
            + "\"inputSchema\":{\"type\":\"object\",\"required\":[\"who\"],"
            + "\"properties\":{\"who\":{\"type\":\"string\"}}}}");
  }

  @Test
  void discoverSaysWhatIsServed() throws Exception {
    JsonNode result = client.ask("server/discover").result();
    assertThat(result.get("supportedVersions")).isEqualTo(Json.parse("[\"2026-07-28\"]"));
    assertThat(result.at("/capabilities/tools/listChanged").asBoolean()).isTrue();
    assertThat(result.at("/capabilities/resources/subscribe").asBoolean()).isTrue();
    assertCacheable(result);
    assertThat(result.has("serverInfo")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tools/list",
        "prompts/list",
        "resources/list",
        "resources/templates/list",
        "server/discover"
      })
  void listsSayHowLongTheyHold(String method) throws Exception {
    assertCacheable(client.ask(method).result());
  }

  @Test
  void aCallSaysThatItIsCompleteAndNotHowLongItHolds() throws Exception {
    JsonNode result = client.call("ladder.tool", "{\"who\":\"a\"}").result();
    assertThat(result.path("resultType").asText()).isEqualTo("complete");
    assertThat(result.has("ttlMs")).isFalse();
    assertThat(result.has("cacheScope")).isFalse();
    assertServerInfo(result);
  }

  @Test
  void sessionsAndEventIdsAreIgnoredAndNeverGivenOut() throws Exception {
    HttpResponse<String> response =
        client
            .ask("tools/list")
            .header("Mcp-Session-Id", "whatever")
            .header("Last-Event-ID", "1_2")
            .send();
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Mcp-Session-Id")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "\"1\"", "\"é😀\"", "123456789012345678901234567890"})
  void theIdComesBackExactlyAsItWent(String id) throws Exception {
    assertThat(client.ask("tools/list").id(id).send().body())
        .startsWith("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{");
  }

  @Test
  void aListenerIsAcknowledgedFirstAndToldWhatItAskedForOnly() throws Exception {
    StatelessRequests.Ask ask =
        client
            .ask("subscriptions/listen")
            .id("\"l-1\"")
            .params(
                "{\"notifications\":{\"toolsListChanged\":true,\"promptsListChanged\":false,"
                    + "\"resourceSubscriptions\":[\"x://y\"],\"unheard\":true}}");
    try (EventStream stream = ask.open()) {
      JsonNode first = stream.await(event -> true, Duration.ofSeconds(5)).json();
      assertThat(first.path("method").asText())
          .isEqualTo("notifications/subscriptions/acknowledged");
      assertThat(first.at("/params/notifications"))
          .isEqualTo(
              Json.parse("{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"x://y\"]}"));
      assertThat(subscription(first)).isEqualTo(Json.parse("\"l-1\""));
      POSTERN.register(
          "{\"name\":\"ladder.heard\",\"description\":\"d\",\"type\":\"static\",\"static\":{\"text\":\"x\"},"
              + "\"inputSchema\":{\"type\":\"object\"}}");
      JsonNode heard =
          stream.await(1, "notifications/tools/list_changed", Duration.ofSeconds(10)).json();
      assertThat(subscription(heard)).isEqualTo(Json.parse("\"l-1\""));
      assertThat(stream.events()).allMatch(event -> event.id() == null);
    } finally {
      POSTERN.admin("DELETE", "/admin/tools/ladder.heard", null);
    }
  }

  @Test
  void aListenerSaysWhatItWantsAndTakesEvents() throws Exception {
    refused(client.ask("subscriptions/listen"), 200, -32602);
    refused(
        client
            .ask("subscriptions/listen")
            .params("{\"notifications\":{}}")
            .header("Accept", "application/json"),
        406,
        -32600);
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/json", "*/*", "text/event-stream"})
  void anAnswerIsNeverOfATypeThatWasExcluded(String accept) throws Exception {
    HttpResponse<String> response = client.ask("tools/list").header("Accept", accept).send();
    assertThat(response.headers().firstValue("Content-Type").orElseThrow())
        .startsWith(accept.equals("*/*") ? "application/json" : accept);
  }

  @Test
  void severalLinesOfAcceptAreOne() throws Exception {
    HttpResponse<String> response =
        client.ask("tools/list").header("Accept", "text/html", "Application/JSON").send();
    assertThat(response.statusCode()).isEqualTo(200);
  }

  private static void assertCacheable(JsonNode result) {
    assertThat(result.path("resultType").asText()).isEqualTo("complete");
    assertThat(result.path("ttlMs").isIntegralNumber()).isTrue();
    assertThat(result.path("ttlMs").asInt()).isNotNegative();
    assertThat(result.path("cacheScope").asText()).isEqualTo("private");
    assertServerInfo(result);
  }

  private static void assertServerInfo(JsonNode result) {
    JsonNode info = result.path("_meta").path(StatelessRequests.PREFIX + "serverInfo");
    assertThat(info.path("name").asText()).isEqualTo("postern");
    assertThat(info.path("version").asText()).isNotBlank();
  }

  private static JsonNode subscription(JsonNode message) {
    return message.at("/params/_meta").get(StatelessRequests.PREFIX + "subscriptionId");
  }

  private static JsonNode refused(StatelessRequests.Ask ask, int status, int code)
      throws Exception {
    HttpResponse<String> response = ask.send();
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    ObjectNode body = (ObjectNode) Json.parse(response.body());
    assertThat(body.at("/error/code").asInt()).as(response.body()).isEqualTo(code);
    return body.get("error");
  }
}
