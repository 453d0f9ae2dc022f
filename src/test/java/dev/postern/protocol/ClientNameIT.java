package dev.postern.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.Json;
import dev.postern.testing.mcp.StatelessRequests;
import dev.postern.testing.server.RunningPostern;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a client says it is reaches the placeholders of a tool, whichever way it came. */
class ClientNameIT {
  private static final RunningPostern POSTERN = RunningPostern.shared();
  private static final String TOOL = "client.name";

  @BeforeAll
  static void registerTool() throws Exception {
    POSTERN.register(
        """
        {"name": "client.name", "type": "static",
         "static": {"text": "{{client.name|-}} {{client.version|-}} {{client.principal|nobody}}"}}
        """);
  }

  private static String text(JsonNode result) {
    return result.at("/content/0/text").textValue();
  }

  @ParameterizedTest
  @EnumSource(Era.class)
  void aClientIsKnownInBothEras(Era era) throws Exception {
    JsonNode result = era.connect(POSTERN).result("tools/call", "{\"name\": \"" + TOOL + "\"}");
    assertThat(text(result)).isEqualTo("postern-test 1 nobody");
  }

  @Test
  void aClientNeedNotSayWhatItIs() throws Exception {
    JsonNode result =
        new StatelessRequests(POSTERN.uri("/mcp"))
            .call(TOOL, "{}")
            .meta("clientInfo", null)
            .result();
    assertThat(text(result)).isEqualTo("- - nobody");
  }

  @ParameterizedTest
  @CsvSource({"curl/8.5.0,curl 8.5.0 nobody", "Agent (x/1),Agent - nobody"})
  void plainRestIsKnownByItsUserAgent(String agent, String expected) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(POSTERN.uri("/mcp/tools/call"))
            .header("Content-Type", "application/json")
            .header("User-Agent", agent)
            .POST(BodyPublishers.ofString("{\"tool\": \"" + TOOL + "\"}"))
            .build();
    assertThat(text(Json.parse(POSTERN.send(request).body()).path("result"))).isEqualTo(expected);
  }
}
