package dev.postern.transport;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.testing.Wait;
import dev.postern.testing.mcp.ServerSentEvent;
import dev.postern.testing.mcp.SocketClient;
import dev.postern.testing.mcp.SseClient;
import dev.postern.testing.mcp.StatelessRequests;
import dev.postern.testing.server.RunningPostern;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who subscribed to a resource hears of it over the one connection that it has. */
class ResourceUpdatesIT {
  private static final RunningPostern POSTERN = RunningPostern.shared();
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final String UPDATED = "notifications/resources/updated";

  /** What a client does over its connection. */
  private interface Talk {
    JsonNode answer(String method, String params) throws Exception;

    List<JsonNode> heard();
  }

  @Test
  void overHttpWithSse() throws Exception {
    try (SseClient client = SseClient.open(POSTERN.uri("/sse"))) {
      client.connect("2024-11-05", "{}");
      subscriberHearsUntilItUnsubscribes(
          "sse",
          new Talk() {
            @Override
            public JsonNode answer(String method, String params) throws Exception {
              return client.answer(method, params);
            }

            @Override
            public List<JsonNode> heard() {
              return client.stream().events().stream()
                  .filter(SseClient::isMessage)
                  .map(ServerSentEvent::json)
                  .toList();
            }
          });
    }
  }

  @Test
  void ofATemplateThatTheUriFits() throws Exception {
    String row = "{\"name\":\"updates-many\",\"uriTemplate\":\"many://{id}\",\"text\":\"%s\"}";
    POSTERN.register("resources", row.formatted("first"));
    try (SseClient client = SseClient.open(POSTERN.uri("/sse"))) {
      client.connect("2024-11-05", "{}");
      client.answer("resources/subscribe", "{\"uri\":\"many://7\"}");
      POSTERN.register("resources", row.formatted("second"));
      assertThat(client.await(UPDATED).at("/params/uri").asText()).isEqualTo("many://7");
    }
  }

  @Test
  void overAWebSocket() throws Exception {
    try (SocketClient client = SocketClient.open(POSTERN.uri("/mcp/ws"))) {
      client.connect("2025-11-25", "{}");
      subscriberHearsUntilItUnsubscribes(
          "ws",
          new Talk() {
            @Override
            public JsonNode answer(String method, String params) throws Exception {
              return client.answer(method, params);
            }

            @Override
            public List<JsonNode> heard() {
              return client.messages();
            }
          });
    }
  }

  private static void subscriberHearsUntilItUnsubscribes(String name, Talk client)
      throws Exception {
    change(name, "before");
    change(name + "-other", "before");
    String uri = "{\"uri\":\"updates://" + name + "\"}";
    assertThat(client.answer("resources/subscribe", uri).get("result")).isEmpty();

    change(name + "-other", "first"); // of which nothing must be heard
    change(name, "first");
    Wait.until("the update", SOON, () -> !updates(client.heard()).isEmpty());
    assertThat(updates(client.heard())).containsExactly("updates://" + name);

    assertThat(client.answer("resources/unsubscribe", uri).get("result")).isEmpty();
    change(name, "second");
    change(name + "-new", "a new one, so that all lists change");
    Wait.until(
        "what came after it",
        SOON,
        () ->
            client.heard().toString().contains("resources/list_changed")
                && client.answer("ping", "{}").has("result"));
    assertThat(updates(client.heard())).hasSize(1);
  }

  @Test
  void overAWebSocketWithoutASession() throws Exception {
    change("listen", "before");
    try (SocketClient client = SocketClient.open(POSTERN.uri("/mcp/ws"))) {
      String listen =
          new StatelessRequests(POSTERN.uri("/mcp"))
              .ask("subscriptions/listen")
              .id("\"updates\"")
              .params("{\"notifications\":{\"resourceSubscriptions\":[\"updates://listen\"]}}")
              .body();
      client.text(listen);
      client.await("notifications/subscriptions/acknowledged");
      change("listen", "first");
      JsonNode params = client.await(UPDATED).get("params");
      assertThat(params.get("uri").asText()).isEqualTo("updates://listen");
      assertThat(params.at("/_meta/io.modelcontextprotocol~1subscriptionId").asText())
          .isEqualTo("updates");
    }
  }

  private static List<String> updates(List<JsonNode> messages) {
    return messages.stream()
        .filter(message -> message.path("method").asText().equals(UPDATED))
        .map(message -> message.at("/params/uri").asText())
        .toList();
  }

  private static void change(String name, String text) throws Exception {
    POSTERN.register(
        "resources",
        "{\"name\":\"updates-%s\",\"uri\":\"updates://%s\",\"text\":\"%s\"}"
            .formatted(name, name, text));
  }
}
