package dev.postern.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.server.RunningPostern;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tools with mistakes in them are refused with their places, and nothing of them is kept. */
class BadToolsIT {
  private static final RunningPostern POSTERN = RunningPostern.shared();

  @Test
  void aNameThatExistsIsNotTakenBySomebodyWhoWantsToCreate() throws Exception {
    String first = named("bad.twice", "first");
    assertThat(create(first).statusCode()).isEqualTo(200);
    HttpResponse<String> second = create(named("bad.twice", "second"));
    assertThat(second.statusCode()).isEqualTo(412);
    assertThat(second.body()).contains("bad.twice");
    assertThat(says(POSTERN.connected(), "bad.twice")).isEqualTo("first");
  }

  private static HttpResponse<String> create(String tool) throws Exception {
    String login =
        Base64.getEncoder().encodeToString("ops:secret".getBytes(StandardCharsets.UTF_8));
    return POSTERN.send(
        HttpRequest.newBuilder(POSTERN.uri("/admin/tools"))
            .header("Authorization", "Basic " + login)
            .header("Content-Type", "application/json")
            .header("If-None-Match", "*")
            .POST(BodyPublishers.ofString(tool))
            .build());
  }

  @Test
  void aKeyThatStandsTwiceIsAMistakeWithItsLine() throws Exception {
    assertMalformed(
        """
        {"name": "bad.one",
         "type": "static",
         "name": "bad.two", "static": {"text": "x"}}
        """,
        3);
  }

  @Test
  void brokenJsonIsAMistakeWithItsLine() throws Exception {
    String broken = "{\n \"name\": \"bad.json\",\n \"type\": }";
    assertMalformed(broken, 3);
    String wrapped = Json.text(Json.object().put("name", "bad.json").put("configJson", broken));
    assertMalformed(wrapped, 3);
    assertMalformed("{\"name\": \"bad.json\"", 1);
    assertMalformed("", 1);
    assertMalformed("{} {}", 1);
    assertMalformed("\u0000", 1);
  }

  private static void assertMalformed(String body, int line) throws Exception {
    HttpResponse<String> response = POSTERN.admin("POST", "/admin/tools", body);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
    JsonNode answer = Json.parse(response.body());
    assertThat(answer.at("/error/code").textValue()).isEqualTo("malformed_json");
    assertThat(answer.at("/problems/0/line").intValue()).isEqualTo(line);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "\"tool\"", "7", "null"})
  void whatIsNoObjectIsNoTool(String body) throws Exception {
    assertThat(POSTERN.admin("POST", "/admin/tools", body).statusCode()).isEqualTo(400);
  }

  @Test
  void nestingWithoutEndIsRefused() throws Exception {
    String deep = "{\"a\":".repeat(50_000) + "1" + "}".repeat(50_000);
    assertThat(POSTERN.admin("POST", "/admin/tools", deep).statusCode()).isEqualTo(400);
    String schema = "{\"not\":".repeat(150) + "{}" + "}".repeat(150); // below the limit of nesting
    HttpResponse<String> response =
        POSTERN.admin(
            "POST",
            "/admin/tools",
            """
            {"name": "bad.deep", "type": "static", "static": {"text": "x"},
             "inputSchema": {"type": "object", "properties": {"a": %s}}}
            """
                .formatted(schema));
    assertThat(response.statusCode()).as(response.body()).isIn(200, 422);
  }

  @Test
  void aToolLargerThanTheLimitIsRefused() throws Exception {
    String large = named("bad.large", "x".repeat(1024 * 1024));
    assertThat(POSTERN.admin("POST", "/admin/tools", large).statusCode()).isEqualTo(413);
  }

  static List<String> badNames() {
    return List.of(
        "",
        " ",
        "\u3000",
        " a",
        "a ",
        "x".repeat(201),
        "a\nb",
        "a\r\nb",
        "a\u0000b",
        "a\u007fb",
        "a\u0085b",
        "a\ud800b");
  }

  @ParameterizedTest
  @MethodSource("badNames")
  void aNameThatNobodyCouldUseIsRefusedInBothForms(String name) throws Exception {
    String tool = named(name, "x");
    ObjectNode wrapped = Json.object().put("name", name).put("enabled", true);
    wrapped.set("configJson", Json.parse(tool));
    for (String body : List.of(tool, ascii(wrapped))) {
      HttpResponse<String> response = POSTERN.admin("POST", "/admin/tools", body);
      assertThat(response.statusCode()).as(response.body()).isEqualTo(422);
      assertThat(pointers(response)).contains("/name");
    }
  }

  static List<String> oddNames() {
    return List.of(
        "bad/../name",
        "bad..",
        "bad;jsessionid=1",
        "bad%2Fname",
        "bad?a#b",
        "bad'\"<script>alert(1)</script>",
        "bad\\name",
        "bad  name",
        "bad.服务器信息",
        "bad." + "x".repeat(196),
        "bad." + "😀".repeat(196));
  }

  @ParameterizedTest
  @MethodSource("oddNames")
  void anOddNameIsANameLikeAnyOther(String name) throws Exception {
    POSTERN.register(named(name, "odd"));
    McpClient client = POSTERN.connected();
    assertThat(says(client, name)).isEqualTo("odd");
    String query = "?name=" + URLEncoder.encode(name, StandardCharsets.UTF_8);
    assertThat(POSTERN.admin("DELETE", "/admin/tool" + query, null).statusCode()).isEqualTo(200);
    ObjectNode call = Json.object().put("name", name);
    assertThat(client.answer("tools/call", call.toString()).at("/error/code").intValue())
        .isEqualTo(-32602);
  }

  /** Twenty-two places and forms in which a template can ask for what nobody passes. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "http | `\"url\":\"http://h/{{args.nobody}}\"` | /http/url",
        "http | `\"url\":\"http://h/{nobody}\"` | /http/url",
        "http | `\"url\":\"http://h/a?b={{args.nobody}}\"` | /http/url",
        "http | `\"url\":\"http://h/\",\"query\":{\"q\":\"{{args.nobody}}\"}` | /http/query/q",
        "http | `\"url\":\"http://h/\",\"headers\":{\"X-A\":\"{{args.nobody}}\"}` | /http/headers/X-A",
        "http | `\"method\":\"POST\",\"url\":\"http://h/\",\"body\":{\"a\":[1,\"{{args.nobody}}\"]}` | /http/body/a/1",
        "http | `\"method\":\"POST\",\"url\":\"http://h/\",\"body\":{\"a/b\":\"{{args.nobody}}\"}` | /http/body/a~1b",
        "feign | `\"baseUrl\":\"http://h\",\"path\":\"/{nobody}\"` | /feign/path",
        "feign | `\"baseUrl\":\"http://h\",\"path\":\"/\",\"headers\":{\"X-A\":\"{{args.nobody}}\"}` | /feign/headers/X-A",
        "static | `\"text\":\"Hello {{args.nobody}}\"` | /static/text",
        "static | `\"text\":\"Hello {{nobody.known}}\"` | /static/text",
        "static | `\"text\":\"Hello {{args.known\"` | /static/text",
        "http | `\"url\":\"http://{{args.known}}/\"` | /http/url",
        "http | `\"url\":\"{{args.known}}\"` | /http/url",
        "http | `\"url\":\"http://h:{{args.known}}/\"` | /http/url",
        "http | `\"url\":\"file:///etc/passwd\"` | /http/url",
        "http | `\"url\":\"/only/a/path\"` | /http/url",
        "http | `\"url\":\"http://h/a/../b\"` | /http/url",
        "http | `\"url\":\"http://h/\",\"headers\":{\"X-A\\r\\nX-B\":\"1\"}` | /http/headers/X-A\\r\\nX-B",
        "http | `\"url\":\"http://h/\",\"headers\":{\"X-A\":\"1\\r\\nX-B: 2\"}` | /http/headers/X-A",
        "http | `\"url\":\"http://h/\",\"headers\":{\"Content-Length\":\"5\"}` | /http/headers/Content-Length",
        "http | `\"url\":\"http://h/\",\"methd\":\"GET\"` | /http/methd"
      })
  void aMistakeIsRefusedWithItsPlace(String type, String block, String pointer) throws Exception {
    String tool =
        """
        {"name": "bad.mistake", "type": "%1$s",
         "inputSchema": {"type": "object", "required": ["known"],
                         "properties": {"known": {"type": "string"}}, "additionalProperties": false},
         "%1$s": {%2$s}}
        """
            .formatted(type, block);
    HttpResponse<String> response = POSTERN.admin("POST", "/admin/tools", tool);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(422);
    assertThat(pointers(response)).contains(pointer.translateEscapes());
    assertThat(POSTERN.admin("GET", "/admin/tools/bad.mistake", null).statusCode()).isEqualTo(404);
  }

  @Test
  void whoHasNotLoggedInWritesNothing() throws Exception {
    HttpResponse<String> response =
        POSTERN.send(
            HttpRequest.newBuilder(POSTERN.uri("/admin/tools"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(named("bad.stranger", "x")))
                .build());
    assertThat(response.statusCode()).isEqualTo(401);
    assertThat(POSTERN.admin("GET", "/admin/tools/bad.stranger", null).statusCode()).isEqualTo(404);
  }

  private static String named(String name, String text) throws JsonProcessingException {
    ObjectNode tool = Json.object().put("name", name).put("type", "static");
    tool.putObject("static").put("text", text);
    return ascii(tool);
  }

  /** Half a surrogate pair has no UTF-8 form; as an escape it can be sent. */
  private static String ascii(JsonNode json) throws JsonProcessingException {
    return Json.MAPPER.writer().with(JsonWriteFeature.ESCAPE_NON_ASCII).writeValueAsString(json);
  }

  private static String says(McpClient client, String tool) throws Exception {
    String call = Json.object().put("name", tool).toString();
    return client.request("tools/call", call).at("/content/0/text").textValue();
  }

  private static List<String> pointers(HttpResponse<String> response) throws Exception {
    List<String> pointers = new ArrayList<>();
    Json.parse(response.body())
        .get("problems")
        .forEach(problem -> pointers.add(problem.get("pointer").textValue()));
    return pointers;
  }
}
