package dev.postern.flow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.testing.mcp.EventStream;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.server.RunningPostern;
import dev.postern.testing.service.RecordingService;
import java.time.Duration;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** What the product is for, from one end to the other. */
class SeedFlowIT {
  private static final RunningPostern POSTERN = RunningPostern.shared();

  @Test
  void aToolComesGoesAndComesBack() throws Exception {
    try (RecordingService service = RecordingService.start()) {
      McpClient client = POSTERN.connected();
      String tool =
          """
          {"name": "weather.search", "description": "Current weather of a city", "type": "http",
           "inputSchema": {"type": "object", "required": ["city"],
                           "properties": {"city": {"type": "string"}}},
           "http": {"method": "GET", "url": "%s", "query": {"q": "{{args.city}}"}, "timeoutMs": 3000}}
          """
              .formatted(service.url("/weather"));
      assertThat(isListed(client, "weather.search")).isFalse();

      try (EventStream changes = client.listen()) {
        POSTERN.register(tool);
        changes.await(
            event -> event.method().equals("notifications/tools/list_changed"),
            Duration.ofMillis(1_500));
      }
      assertThat(isListed(client, "weather.search")).isTrue();
      JsonNode result = client.call("weather.search", "{\"city\": \"東京 & Köln\"}");
      assertThat(result.at("/structuredContent/ok").booleanValue()).isTrue();
      assertThat(result.path("isError").booleanValue()).isFalse();
      assertThat(service.last().queryValues("q")).containsExactly("東京 & Köln");

      assertThat(POSTERN.admin("DELETE", "/admin/tools/weather.search", null).statusCode())
          .isEqualTo(200);
      assertThat(isListed(client, "weather.search")).isFalse();
      JsonNode gone =
          client.answer(
              "tools/call", "{\"name\":\"weather.search\",\"arguments\":{\"city\":\"x\"}}");
      assertThat(gone.at("/error/code").intValue()).isEqualTo(-32602);
      assertThat(gone.at("/error/message").textValue()).contains("weather.search");

      POSTERN.register(tool);
      assertThat(isListed(client, "weather.search")).isTrue();
      assertThat(client.call("weather.search", "{\"city\": \"x\"}").path("isError").booleanValue())
          .isFalse();
    }
  }

  private static boolean isListed(McpClient client, String name) throws Exception {
    return StreamSupport.stream(client.tools().spliterator(), false)
        .anyMatch(tool -> tool.get("name").textValue().equals(name));
  }
}
