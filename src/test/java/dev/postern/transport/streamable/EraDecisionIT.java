package dev.postern.transport.streamable;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.Json;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.server.RunningPostern;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the endpoint takes a request for: the body decides, headers cross-check. The two rows of
 * HTTP+SSE are that transport's.
 *
 * <p>Placeholders: {@code @CLAIM} is an envelope of 2026-07-28, {@code @INIT} the params of {@code
 * initialize}; a session is {@code new} (2025-11-25), {@code march} (2025-03-26), {@code none} or
 * {@code unknown}.
 */
class EraDecisionIT {
  private static final RunningPostern POSTERN = RunningPostern.shared();
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final Pattern METHOD = Pattern.compile("\"method\":\"([^\"]+)\"");
  private static final Map<String, String> SESSIONS = new TreeMap<>();

  private static final String CLAIM =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";
  private static final String INIT =
      "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
          + "\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}";

  @BeforeAll
  static void openSessions() throws Exception {
    SESSIONS.put("new", POSTERN.connected().session());
    McpClient march = POSTERN.client();
    march.connect("2025-03-26", "{}");
    SESSIONS.put("march", march.session());
    SESSIONS.put("unknown", "bm9ib2R5IGV2ZXIgaXNzdWVkIHRoaXMgaWQgaGVyZQ");
  }

  @ParameterizedTest(name = "row {0}: {1} with version {2} in session {3} is {4} {5}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // 4, 5: what is no message at all
        "4  | `{\"jsonrpc\":`                                      | -          | new     | 400 | -32700",
        "4  | `{\"jsonrpc\":`                                      | 2026-07-28 | none    | 400 | -32700",
        "5  | `[]`                                                 | -          | march   | 400 | -32600",
        "5  | `[]`                                                 | 2026-07-28 | none    | 400 | -32600",
        // 6: an array in the era that has none
        "6  | `[@PING]`                                            | 2026-07-28 | march   | 400 | -32600",
        "6  | `[@PING,@CLAIMED]`                                   | -          | march   | 400 | -32600",
        // 7, 8: arrays
        "7  | `[@PING]`                                            | -          | march   | 200 | -",
        "7  | `[@NOTE]`                                            | -          | march   | 202 | -",
        "7  | `[@REPLY,@NOTE]`                                     | -          | march   | 202 | -",
        "7  | `[@PING,@INITIALIZE]`                                | -          | march   | 400 | -32600",
        "8  | `[@PING]`                                            | -          | new     | 400 | -32600",
        "8  | `[@PING]`                                            | 2025-03-26 | new     | 400 | -32600",
        "8  | `[@PING]`                                            | 2025-03-26 | none    | 400 | -32600",
        "8  | `[@INITIALIZE]`                                      | -          | none    | 400 | -32600",
        "8  | `[@PING]`                                            | -          | unknown | 404 | -32001",
        // 9, 10: initialize
        "9  | `@INITIALIZE`                                        | -          | none    | 200 | -",
        "9  | `@INITIALIZE`                                        | 2025-11-25 | none    | 200 | -",
        "9  | `@INITIALIZE`                                        | 1999-01-01 | none    | 200 | -",
        "9  | `@INITIALIZE`                                        | -          | new     | 400 | -32600",
        "9  | `@INITIALIZE`                                        | -          | unknown | 404 | -32001",
        "10 | `@INITIALIZE`                                        | 2026-07-28 | none    | 400 | -32020",
        "10 | `@INITIALIZE`                                        | DRAFT-2027 | none    | 400 | -32020",
        // 11: the claim decides, whatever the session
        "11 | `@CLAIMED`                                           | 2026-07-28 | none    | 200 | -",
        "11 | `@CLAIMED`                                           | 2026-07-28 | new     | 200 | -",
        "11 | `@CLAIMED`                                           | 2026-07-28 | unknown | 200 | -",
        "11 | `@CLAIMED`                                           | 2025-11-25 | new     | 400 | -32020",
        "11 | `@CLAIMED`                                           | -          | new     | 400 | -32020",
        "11 | `{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{@CLAIM}}` | 2026-07-28 | none | 404 | -32601",
        "11 | `{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{@CLAIM}}`       | 2026-07-28 | new  | 404 | -32601",
        // 12: the header promises an envelope
        "12 | `@PING`                                              | 2026-07-28 | none    | 400 | -32602",
        "12 | `@PING`                                              | 2026-07-28 | new     | 400 | -32602",
        "12 | `@PING`                                              | v999.0.0   | new     | 400 | -32602",
        // 13, 14, 15: sessions
        "13 | `@PING`                                              | 2025-11-25 | new     | 200 | -",
        "13 | `@PING`                                              | 2025-03-26 | new     | 200 | -",
        "13 | `@PING`                                              | -          | new     | 200 | -",
        "13 | `@PING`                                              | 1999-01-01 | new     | 400 | -32600",
        "14 | `@PING`                                              | 2025-11-25 | unknown | 404 | -32001",
        "15 | `@PING`                                              | 2025-11-25 | none    | 400 | -32600",
        "15 | `@PING`                                              | -          | none    | 400 | -32600",
        // 16, 17: notifications
        "16 | `{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{@CLAIM}}` | 2026-07-28 | none | 202 | -",
        "16 | `{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{@CLAIM}}` | 2025-11-25 | new  | 400 | -32020",
        "17 | `@NOTE`                                              | 2026-07-28 | none    | 202 | -",
        "17 | `@NOTE`                                              | 2025-11-25 | new     | 202 | -",
        "17 | `@NOTE`                                              | -          | unknown | 404 | -32001",
        "17 | `@NOTE`                                              | -          | none    | 400 | -32600",
        "17 | `@NOTE`                                              | 1999-01-01 | new     | 400 | -32600",
        // 18: replies
        "18 | `@REPLY`                                             | -          | new     | 202 | -",
        "18 | `@REPLY`                                             | -          | unknown | 404 | -32001",
        "18 | `@REPLY`                                             | -          | none    | 400 | -32600",
        "18 | `@REPLY`                                             | 2026-07-28 | new     | 400 | -32600"
      })
  void posts(int row, String body, String version, String session, int status, String code)
      throws Exception {
    String message = filled(body);
    HttpRequest.Builder request =
        request(version, session)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream");
    Matcher method = METHOD.matcher(message);
    if (method.find() && version.equals("2026-07-28")) {
      request.header("Mcp-Method", method.group(1));
    }
    HttpResponse<String> response =
        HTTP.send(request.POST(BodyPublishers.ofString(message)).build(), BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    if (!code.equals("-")) {
      JsonNode error = Json.parse(response.body()).path("error");
      assertThat(error.path("code").asInt()).as(response.body()).isEqualTo(Integer.parseInt(code));
    } else if (status == 200) {
      assertThat(response.body()).contains("\"result\"").doesNotContain("\"error\"");
    } else {
      assertThat(response.body()).isEmpty();
      assertThat(response.headers().firstValue("Content-Type")).isEmpty();
    }
    boolean startsSession = row == 9 && status == 200;
    assertThat(response.headers().firstValue("MCP-Session-Id").isPresent())
        .isEqualTo(startsSession);
  }

  @ParameterizedTest(name = "row {0}: {1} with version {2} in session {3} for {4} is {5}")
  @CsvSource(
      delimiter = '|',
      value = {
        "1  | OPTIONS | -          | none    | */*               | 204",
        "2  | HEAD    | -          | new     | text/event-stream | 405",
        "2  | PUT     | -          | new     | */*               | 405",
        "2  | PATCH   | -          | new     | */*               | 405",
        "19 | GET     | -          | new     | text/event-stream | 200",
        "19 | GET     | 2025-11-25 | new     | text/event-stream | 200",
        "19 | GET     | 1999-01-01 | new     | text/event-stream | 400",
        "21 | GET     | -          | unknown | text/event-stream | 404",
        "23 | GET     | 2025-03-26 | none    | text/event-stream | 405",
        "23 | GET     | 2025-11-25 | none    | text/event-stream | 405",
        "24 | GET     | 2026-07-28 | new     | text/event-stream | 405",
        "24 | GET     | 2026-07-28 | none    | text/event-stream | 405",
        "24 | GET     | -          | new     | application/json  | 405",
        "24 | GET     | 2025-11-25 | none    | application/json  | 405",
        "25 | DELETE  | -          | end     | */*               | 204",
        "25 | DELETE  | -          | unknown | */*               | 404",
        "25 | DELETE  | -          | none    | */*               | 400",
        "25 | DELETE  | 2026-07-28 | new     | */*               | 405"
      })
  void others(int row, String method, String version, String session, String accept, int status)
      throws Exception {
    if (session.equals("end")) {
      SESSIONS.put("end", POSTERN.connected().session());
    }
    HttpResponse<InputStream> response =
        HTTP.send(
            request(version, session)
                .header("Accept", accept)
                .method(method, BodyPublishers.noBody())
                .build(),
            BodyHandlers.ofInputStream());
    try {
      assertThat(response.statusCode()).isEqualTo(status);
      String type = response.headers().firstValue("Content-Type").orElse("");
      if (status == 200) {
        assertThat(type).startsWith("text/event-stream");
      } else if (status == 405) {
        assertThat(response.headers().firstValue("Allow")).contains("GET, POST, DELETE, OPTIONS");
        assertThat(type).doesNotStartWith("text/event-stream");
      }
    } finally {
      response.body().close();
    }
  }

  private static HttpRequest.Builder request(String version, String session) {
    HttpRequest.Builder request = HttpRequest.newBuilder(POSTERN.uri("/mcp"));
    if (!version.equals("-")) {
      request.header("MCP-Protocol-Version", version);
    }
    if (!session.equals("none")) {
      request.header("MCP-Session-Id", SESSIONS.get(session));
    }
    return request;
  }

  private static String filled(String body) {
    return body.replace("@PING", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}")
        .replace("@NOTE", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")
        .replace("@REPLY", "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"result\":{}}")
        .replace(
            "@CLAIMED",
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\",\"params\":{@CLAIM}}")
        .replace(
            "@INITIALIZE",
            "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"initialize\",\"params\":{@INIT}}")
        .replace("@INIT", INIT)
        .replace("@CLAIM", CLAIM);
  }
}
