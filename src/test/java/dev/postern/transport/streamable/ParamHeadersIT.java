package dev.postern.transport.streamable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.testing.mcp.StatelessRequests;
import dev.postern.testing.server.RunningPostern;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arguments that clients of 2026-07-28 repeat in headers, by {@code x-mcp-header}. */
class ParamHeadersIT {
  private static final RunningPostern POSTERN = RunningPostern.shared();

  private final StatelessRequests client = new StatelessRequests(POSTERN.uri("/mcp"));

  @BeforeAll
  static void registerATool() throws Exception {
    POSTERN.register(
        """
        {"name": "param.tool", "description": "d", "type": "static", "static": {"text": "ok"},
         "inputSchema": {"type": "object", "properties": {
           "region": {"type": "string", "x-mcp-header": "Region"},
           "count": {"type": "integer", "x-mcp-header": "Count"},
           "dry": {"type": "boolean", "x-mcp-header": "Dry-Run"},
           "place": {"type": "object",
                     "properties": {"city": {"type": "string", "x-mcp-header": "City"}}}}}}
        """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`{\"region\":\"eu\"}` | Region | `eu`",
        "`{\"region\":\"eu\"}` | REGION | `eu`",
        "`{\"region\":\"eu\"}` | Region | ` eu\t`",
        "`{\"region\":\"eu\"}` | Region | `=?base64?ZXU=?=`",
        "`{\"region\":\"é 😀\"}` | Region | `=?base64?w6kg8J+YgA==?=`",
        "`{\"region\":\" eu \"}` | Region | `=?base64?IGV1IA==?=`",
        "`{\"region\":\"a\\nb\"}` | Region | `=?base64?YQpi?=`",
        "`{\"region\":\"=?base64?x?=\"}` | Region | `=?base64?PT9iYXNlNjQ/eD89?=`",
        "`{\"region\":\"=?base64?x\"}` | Region | `=?base64?x`",
        "`{\"region\":\"=?BASE64?ZXU=?=\"}` | Region | `=?BASE64?ZXU=?=`",
        "`{\"region\":\"\"}` | Region | ``",
        "`{\"count\":42}` | Count | `42`",
        "`{\"count\":42}` | Count | `42.0`",
        "`{\"count\":42.0}` | Count | `42`",
        "`{\"count\":-1}` | Count | `-1`",
        "`{\"count\":9007199254740993}` | Count | `9007199254740993`",
        "`{\"dry\":true}` | Dry-Run | `true`",
        "`{\"dry\":false}` | Dry-Run | `false`",
        "`{\"place\":{\"city\":\"Rome\"}}` | City | `Rome`",
        "`{}` | Elsewhere | `anything`",
        "`{\"region\":null}` | Elsewhere | `x`"
      })
  void whatAgreesIsServed(String arguments, String header, String value) throws Exception {
    HttpResponse<String> response =
        client.call("param.tool", arguments).header("Mcp-Param-" + header, value).send();
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(response.body()).contains("\"result\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`{\"region\":\"eu\"}` | Region | `us`",
        "`{\"region\":\"eu\"}` | Region | `EU`",
        "`{\"region\":\"eu\"}` | Region | ``",
        "`{\"region\":\"eu\"}` | Region | `=?base64?dXM=?=`",
        "`{\"region\":\"eu\"}` | Region | `=?base64?ZXU?=`",
        "`{\"region\":\"eu\"}` | Region | `=?base64?ZXV=?=`",
        "`{\"region\":\"eu\"}` | Region | `=?base64?!!!!?=`",
        "`{\"region\":\"eu\"}` | Region | `=?BASE64?ZXU=?=`",
        "`{\"count\":42}` | Count | `43`",
        "`{\"count\":42}` | Count | `42x`",
        "`{\"count\":42}` | Count | `0x2A`",
        "`{\"count\":42}` | Count | `1e999999999`",
        "`{\"dry\":true}` | Dry-Run | `True`",
        "`{\"dry\":true}` | Dry-Run | `1`",
        "`{\"place\":{\"city\":\"Rome\"}}` | City | `Oslo`"
      })
  void whatDisagreesIsRefused(String arguments, String header, String value) throws Exception {
    refused(client.call("param.tool", arguments).header("Mcp-Param-" + header, value));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`{\"region\":\"eu\"}`",
        "`{\"count\":0}`",
        "`{\"dry\":false}`",
        "`{\"place\":{\"city\":\"Rome\"}}`"
      })
  void anArgumentThatIsThereMustBeInItsHeader(String arguments) throws Exception {
    refused(client.call("param.tool", arguments));
  }

  @Test
  void linesThatDisagreeAreRefused() throws Exception {
    refused(
        client.call("param.tool", "{\"region\":\"eu\"}").header("Mcp-Param-Region", "eu", "us"));
  }

  @Test
  void anAnnotationThatClientsWouldDropTheToolForIsRefusedAtItsAuthor() throws Exception {
    for (String property :
        new String[] {
          "{\"type\":\"number\",\"x-mcp-header\":\"N\"}",
          "{\"type\":\"string\",\"x-mcp-header\":\"\"}",
          "{\"type\":\"string\",\"x-mcp-header\":\"not a token\"}"
        }) {
      HttpResponse<String> response =
          POSTERN.admin(
              "POST",
              "/admin/tools",
              "{\"name\":\"param.bad\",\"description\":\"d\",\"type\":\"static\",\"static\":{\"text\":\"x\"},"
                  + "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"a\":"
                  + property
                  + "}}}");
      assertThat(response.statusCode()).as(response.body()).isEqualTo(422);
      assertThat(response.body()).contains("x-mcp-header");
    }
  }

  private static void refused(StatelessRequests.Ask ask) throws Exception {
    HttpResponse<String> response = ask.send();
    assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
    assertThat(response.body()).contains("-32020").contains("Mcp-Param-");
  }
}
