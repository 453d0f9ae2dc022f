package dev.postern.transport.streamable;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.mcp.StatelessRequests;
import dev.postern.testing.server.RunningPostern;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.RecordingService;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One tool that uses everything, as clients of each revision see it. */
class OlderRevisionsIT {
  private static final RunningPostern POSTERN = RunningPostern.shared();
  private static RecordingService service;

  @BeforeAll
  static void registerATool() throws Exception {
    service = RecordingService.start();
    POSTERN.register(
        """
        {"name": "older.tool", "title": "Everything", "description": "d", "type": "http",
         "icons": [{"src": "https://example.com/i.png"}], "_meta": {"example.com/a": 1},
         "annotations": {"readOnlyHint": true},
         "inputSchema": {"type": "object", "$defs": {"n": {"type": "integer"}},
                         "properties": {"n": {"$ref": "#/$defs/n"}}},
         "outputSchema": {"type": "object"},
         "http": {"method": "GET", "url": "%s"}}
        """
            .formatted(service.url("/everything")));
    service.answer(
        Answer.text(
            200,
            "application/vnd.postern.result+json",
            """
            {"content": [
               {"type": "text", "text": "t", "_meta": {"example.com/b": 1},
                "annotations": {"priority": 1, "lastModified": "2026-11-20T00:00:00Z"}},
               {"type": "audio", "data": "AAAA", "mimeType": "audio/wav"},
               {"type": "resource_link", "uri": "file:///a", "name": "a",
                "icons": [{"src": "https://example.com/i.png"}]}],
             "structuredContent": {"n": 1}}
            """));
  }

  @AfterAll
  static void stopTheService() {
    service.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2024-11-05 | description inputSchema name",
        "2025-03-26 | annotations description inputSchema name",
        "2025-06-18 | _meta annotations description inputSchema name outputSchema title",
        "2025-11-25 | _meta annotations description icons inputSchema name outputSchema title"
      })
  void aDefinitionHasWhatTheRevisionKnows(String revision, String members) throws Exception {
    JsonNode tool = tool(connected(revision).tools());
    Set<String> names = new TreeSet<>();
    tool.fieldNames().forEachRemaining(names::add);
    assertThat(names).containsExactly(members.split(" "));
    assertThat(tool.at("/inputSchema/properties/n/$ref").asText()).isEqualTo("#/$defs/n");
    assertThat(tool.at("/annotations/title").asText())
        .isEqualTo(revision.equals("2025-03-26") ? "Everything" : "");
  }

  @ParameterizedTest
  @CsvSource({
    "2024-11-05, text resource text, false",
    "2025-03-26, text audio text, false",
    "2025-06-18, text audio resource_link, true",
    "2025-11-25, text audio resource_link, true"
  })
  void aResultHasWhatTheRevisionKnows(String revision, String types, boolean structured)
      throws Exception {
    JsonNode result = connected(revision).call("older.tool", "{}");
    assertThat(result.get("content").findValuesAsText("type")).containsExactly(types.split(" "));
    assertThat(result.has("structuredContent")).isEqualTo(structured);
    assertThat(result.has("resultType")).isFalse();
    boolean titles = revision.compareTo("2025-06-18") >= 0;
    assertThat(result.at("/content/0").has("_meta")).isEqualTo(titles);
    assertThat(result.at("/content/0/annotations").has("lastModified")).isEqualTo(titles);
    assertThat(result.at("/content/2").has("icons")).isEqualTo(revision.equals("2025-11-25"));
    if (types.contains("resource ")) {
      assertThat(result.at("/content/1/resource/blob").asText()).isEqualTo("AAAA");
      assertThat(result.at("/content/2/text").asText()).isEqualTo("a: file:///a");
    }
  }

  @Test
  void withoutSessionsNothingIsTakenAway() throws Exception {
    StatelessRequests client = new StatelessRequests(POSTERN.uri("/mcp"));
    JsonNode tool = tool(client.ask("tools/list").result().get("tools"));
    assertThat(tool.has("icons")).isTrue();
    JsonNode result = client.call("older.tool", "{}").result();
    assertThat(result.get("content").findValuesAsText("type"))
        .containsExactly("text", "audio", "resource_link");
    assertThat(result.at("/structuredContent/n").asInt()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
  void everyRevisionIsNegotiatedAsWished(String revision) throws Exception {
    McpClient client = POSTERN.client();
    JsonNode greeting = client.connect(revision, "{}");
    assertThat(greeting.path("protocolVersion").asText()).isEqualTo(revision);
    assertThat(greeting.path("capabilities").has("completions"))
        .isEqualTo(!revision.equals("2024-11-05"));
    assertThat(greeting.path("serverInfo").has("title"))
        .isEqualTo(List.of("2025-06-18", "2025-11-25").contains(revision));
    assertThat(client.request("ping", "{}")).isEmpty();
  }

  private static McpClient connected(String revision) throws Exception {
    McpClient client = POSTERN.client();
    client.connect(revision, "{}");
    return client;
  }

  private static JsonNode tool(JsonNode tools) {
    for (JsonNode tool : tools) {
      if (tool.path("name").asText().equals("older.tool")) {
        return tool;
      }
    }
    throw new AssertionError("No such tool in " + tools);
  }
}
