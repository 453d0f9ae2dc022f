package dev.postern.answers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.testing.mcp.EventStream;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.server.RunningPostern;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A tool may call the admin interface of its own gateway: it is a service like any other. */
class OwnAdminIT {
  private static final RunningPostern POSTERN = RunningPostern.shared();

  @Test
  void aToolChangesTheListOfToolsAndClientsHearOfIt() throws Exception {
    POSTERN.register(
        """
        {"name": "own.admin", "type": "http",
         "inputSchema": {"type": "object", "required": ["name", "text"],
                         "properties": {"name": {"type": "string"}, "text": {"type": "string"}}},
         "http": {"method": "POST", "url": "%s",
                  "headers": {"Authorization": "{{secrets.OPS_LOGIN}}"},
                  "body": {"name": "{{args.name}}", "type": "static",
                           "static": {"text": "{{args.text}}"}}}}"""
            .formatted(POSTERN.uri("/admin/tools")));
    McpClient client = POSTERN.connected();
    try (EventStream events = POSTERN.connected().listen()) {
      int before = events.events().size();
      String name = "own.made." + System.nanoTime();
      JsonNode result =
          client.call("own.admin", "{\"name\": \"%s\", \"text\": \"made\"}".formatted(name));
      assertThat(result.at("/structuredContent/ok").asBoolean()).as(result.toString()).isTrue();
      events.await(before, "notifications/tools/list_changed", Duration.ofSeconds(2));
      assertThat(client.call(name, "{}").at("/content/0/text").asText()).isEqualTo("made");
    }
  }
}
