package dev.postern.transport.streamable;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.testing.mcp.StatelessRequests;
import dev.postern.testing.server.RunningPostern;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a request of 2026-07-28 is checked, in the order in which the checks come. */
class StatelessLadderIT {
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
  void aForeignPageIsRefusedBeforeAnythingIsRead() throws Exception {
    HttpResponse<String> response =
        client.ask("tools/list").header("Origin", "http://evil.example").body("{").send();
    assertThat(response.statusCode()).isEqualTo(403);
  }

  @Test
  void anotherMediaTypeIsRefused() throws Exception {
    refused(client.ask("tools/list").header("Content-Type", "text/plain"), 415, -32600);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`{` | -32700",
        "`` | -32700",
        "`{\"jsonrpc\":\"2.0\"}` | -32600",
        "`{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"tools/list\"}` | -32600",
        "`{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"tools/list\"}` | -32600",
        "`[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}]` | -32600",
        "`[]` | -32600"
      })
  void whatIsNoMessageIsRefused(String body, int code) throws Exception {
    refused(client.ask("tools/list").body(body), 400, code);
  }

  @Test
  void aHeaderWithoutEnvelopeIsToldWhatIsMissing() throws Exception {
    JsonNode error = refused(client.ask("tools/list").withoutMeta(), 400, -32602);
    assertThat(error.path("message").asText())
        .contains("io.modelcontextprotocol/protocolVersion")
        .contains("io.modelcontextprotocol/clientCapabilities");
    refused(client.ask("tools/list").meta("protocolVersion", null), 400, -32602);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "protocolVersion | 20260728",
        "protocolVersion | null",
        "clientCapabilities |",
        "clientCapabilities | []",
        "clientCapabilities | null",
        "clientInfo | 7",
        "clientInfo | {}",
        "clientInfo | {\"name\":\"n\"}",
        "clientInfo | {\"name\":1,\"version\":\"1\"}",
        "logLevel | \"loud\"",
        "logLevel | 3"
      })
  void aMalformedEnvelopeIsRefused(String key, String value) throws Exception {
    refused(client.ask("tools/list").meta(key, value), 400, -32602);
  }

  @Test
  void aClientNeedNotSayWhoItIs() throws Exception {
    assertThat(client.ask("tools/list").meta("clientInfo", null).send().statusCode())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-11-25", "2026-07-29", "nonsense", ""})
  void aVersionHeaderThatContradictsIsRefusedBeforeSupportIsLookedAt(String header)
      throws Exception {
    refused(client.ask("tools/list").header("MCP-Protocol-Version", header), 400, -32020);
    refused(
        client
            .ask("tools/list")
            .header("MCP-Protocol-Version", header)
            .meta("protocolVersion", "\"2031-01-01\""),
        400,
        -32020);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tools/call", "Tools/list", "TOOLS/LIST", "tools/list,tools/list", ""})
  void aMethodHeaderThatContradictsIsRefused(String header) throws Exception {
    refused(client.ask("tools/list").header("Mcp-Method", header), 400, -32020);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2031-01-01", "2025-11-25", "2025-03-26", "v999.0.0", ""})
  void aRevisionThatIsNotServedThisWayIsToldWhichAre(String version) throws Exception {
    JsonNode error =
        refused(
            client
                .ask("server/discover")
                .header("MCP-Protocol-Version", version)
                .meta("protocolVersion", '"' + version + '"'),
            400,
            -32022);
    assertThat(error.at("/data/requested").asText()).isEqualTo(version);
    assertThat(error.at("/data/supported"))
        .isEqualTo(client.ask("server/discover").result().get("supportedVersions"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"})
  void aRequiredHeaderMayNotBeMissing(String header) throws Exception {
    JsonNode error =
        refused(client.call("ladder.tool", "{\"who\":\"a\"}").header(header), 400, -32020);
    assertThat(error.path("message").asText()).contains(header);
  }

  @Test
  void supportIsLookedAtBeforeHeadersAreMissed() throws Exception {
    refused(
        client
            .ask("tools/list")
            .header("MCP-Protocol-Version")
            .header("Mcp-Method")
            .meta("protocolVersion", "\"2031-01-01\""),
        400,
        -32022);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ladder.other",
        "Ladder.tool",
        "=?base64?bGFkZGVyLm90aGVy?=",
        "=?base64?bGFkZGVyLnRvb2w?=", // without its padding
        "=?base64?bGFkZGVyLn Rvb2w=?=",
        "=?base64?bGFkZGVyLnRvb2w-?=",
        "=?base64?/w==?=", // not UTF-8
        "=?BASE64?bGFkZGVyLnRvb2w=?=", // literal text, the marker is in lower case
        "=?base64?bGFkZGVyLnRvb2w=",
        "bGFkZGVyLnRvb2w=?="
      })
  void aNameThatContradictsIsRefused(String header) throws Exception {
    refused(client.call("ladder.tool", "{\"who\":\"a\"}").header("Mcp-Name", header), 400, -32020);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ladder.tool", "  ladder.tool \t", "=?base64?bGFkZGVyLnRvb2w=?="})
  void aNameMayBeWrittenInEitherForm(String header) throws Exception {
    assertThat(
            client
                .call("ladder.tool", "{\"who\":\"a\"}")
                .header("Mcp-Name", header)
                .result()
                .at("/content/0/text")
                .asText())
        .isEqualTo("hello");
  }

  @ParameterizedTest
  @CsvSource({
    "MCP-Protocol-Version, 2026-07-28, 2025-11-25",
    "MCP-Protocol-Version, 2025-11-25, 2026-07-28",
    "Mcp-Method, tools/call, tools/list",
    "Mcp-Name, ladder.tool, ladder.other",
    "Mcp-Name, ladder.other, ladder.tool"
  })
  void linesThatDisagreeAreRefusedWhicheverComesFirst(String header, String one, String two)
      throws Exception {
    refused(client.call("ladder.tool", "{\"who\":\"a\"}").header(header, one, two), 400, -32020);
  }

  @Test
  void linesThatAgreeAreOne() throws Exception {
    client
        .call("ladder.tool", "{\"who\":\"a\"}")
        .header("Mcp-Name", "ladder.tool", "ladder.tool")
        .header("MCP-Protocol-Version", "2026-07-28", "2026-07-28")
        .result();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
        "tasks/list",
        "tasks/result",
        "tasks/get",
        "roots/list",
        "sampling/createMessage",
        "elicitation/create",
        "nobody/knows"
      })
  void whatThisRevisionDoesNotHaveIsNotFoundWithItsId(String method) throws Exception {
    HttpResponse<String> response = client.ask(method).id("\"é\"").send();
    assertThat(response.statusCode()).isEqualTo(404);
    JsonNode body = Json.parse(response.body());
    assertThat(body.at("/error/code").asInt()).isEqualTo(-32601);
    assertThat(body.path("id").asText()).isEqualTo("é");
  }

  @Test
  void anUnknownToolIsAnErrorInBand() throws Exception {
    refused(client.call("ladder.nobody", "{}"), 200, -32602);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"\"", "\"x\"", "7", "\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\""})
  void aCursorOfSomebodyElseIsAnErrorInBand(String cursor) throws Exception {
    refused(client.ask("tools/list").params("{\"cursor\":" + cursor + "}"), 200, -32602);
  }

  @Test
  void aStateThatNobodyGaveOutIsAnErrorInBand() throws Exception {
    refused(
        client
            .ask("tools/call")
            .header("Mcp-Name", "ladder.tool")
            .params("{\"name\":\"ladder.tool\",\"requestState\":\"forged\"}"),
        200,
        -32602);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "{\"q\":1}", "\"x\""})
  void malformedAnswersAreAnErrorInBand(String inputResponses) throws Exception {
    refused(
        client
            .ask("tools/call")
            .header("Mcp-Name", "ladder.tool")
            .params("{\"name\":\"ladder.tool\",\"inputResponses\":" + inputResponses + "}"),
        200,
        -32602);
  }

  @Test
  void argumentsThatDoNotFitAreAResult() throws Exception {
    JsonNode result = client.call("ladder.tool", "{\"who\":7}").result();
    assertThat(result.path("isError").asBoolean()).isTrue();
    assertThat(result.path("resultType").asText()).isEqualTo("complete");
  }

  @Test
  void argumentsMayBeLeftOutButBeNothingElseThanAnObject() throws Exception {
    StatelessRequests.Ask without = client.ask("tools/call").header("Mcp-Name", "ladder.tool");
    assertThat(without.params("{\"name\":\"ladder.tool\"}").result().path("isError").asBoolean())
        .isTrue();
    refused(without.params("{\"name\":\"ladder.tool\",\"arguments\":[]}"), 200, -32602);
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
