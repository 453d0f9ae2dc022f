package dev.postern.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.server.RunningPostern;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.RecordingService;
import java.math.BigDecimal;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a caller can do to a service by the values of arguments: nothing but pass values. */
class BadArgumentsIT {
  private static final RunningPostern POSTERN = RunningPostern.shared();
  private static final RecordingService SERVICE = RecordingService.start();

  /** Half a surrogate pair has no UTF-8 form; as an escape it can be sent. */
  private static final ObjectWriter ASCII =
      Json.MAPPER.writer().with(JsonWriteFeature.ESCAPE_NON_ASCII);

  private static final List<String> TYPES = List.of("http", "feign");

  private static McpClient client;

  @BeforeAll
  static void registerTools() throws Exception {
    for (String type : TYPES) {
      POSTERN.register(tool(type, "path", "/users/{{args.v}}/profile", "\"method\":\"GET\""));
      POSTERN.register(
          tool(type, "query", "/search", "\"method\":\"GET\",\"query\":{\"q\":\"{{args.v}}\"}"));
      POSTERN.register(
          tool(type, "header", "/h", "\"method\":\"GET\",\"headers\":{\"X-V\":\"{{args.v}}\"}"));
      POSTERN.register(
          tool(type, "body", "/b", "\"method\":\"POST\",\"body\":{\"v\":\"{{args.v}}\"}"));
    }
    client = POSTERN.connected();
  }

  @AfterAll
  static void endTheService() {
    SERVICE.close();
  }

  @BeforeEach
  void forget() {
    SERVICE.forget();
    SERVICE.answerBy(
        request -> Answer.json(request.body().length == 0 ? "{}" : request.bodyText()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../admin",
        "..%2fadmin",
        "%2e%2e",
        "%2e%2e%2fadmin",
        "a/../../b",
        "https://evil.example/x",
        "//evil.example/x",
        "@evil.example",
        "?x=1",
        "a?x=1&y=2",
        "#top",
        "a\\..\\b",
        "a;x=1",
        "..;x",
        ";x",
        "a b+c%20d",
        "a%00b",
        "a\u0000b",
        "a\r\nX-Evil: 1",
        "{{secrets.KEY}}",
        "{v}",
        "...",
        "日本/ü😀"
      })
  void aPathArgumentStaysOneSegment(String value) throws Exception {
    for (String type : TYPES) {
      SERVICE.forget();
      JsonNode result = call(type + ".path", value);
      assertThat(result.path("isError").booleanValue()).as(result.toString()).isFalse();
      assertThat(SERVICE.requests()).hasSize(1);
      assertThat(SERVICE.last().target()).matches("/users/[A-Za-z0-9._~%-]+/profile");
      assertThat(SERVICE.last().segments()).containsExactly("users", value, "profile");
      assertThat(SERVICE.last().headers("X-Evil")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "\ud800"})
  void whatCannotBeASegmentIsRefusedBeforeTheService(String value) throws Exception {
    assertRefused("path", value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a&admin=true", "a#b", "a\r\nHost: evil", "a\u0000b", "a+b %20=", "ü😀"})
  void aQueryArgumentStaysOneValue(String value) throws Exception {
    for (String type : TYPES) {
      SERVICE.forget();
      call(type + ".query", value);
      assertThat(SERVICE.last().path()).isEqualTo("/search");
      assertThat(SERVICE.last().query()).matches("q=[A-Za-z0-9._~%+-]+");
      assertThat(SERVICE.last().queryValues("q")).containsExactly(value);
      assertThat(SERVICE.last().head()).doesNotContain("evil\r\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\r\nX-Evil: 1", "a\nX-Evil: 1", "a\rb", "\r\n\r\nGET /x", "a\u0000b"})
  void lineBreaksAndControlsInAHeaderAreRefusedBeforeTheService(String value) throws Exception {
    assertRefused("header", value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a: b; c=\"d\", e", "Köln 東京 😀", "{{secrets.KEY}}"})
  void otherTextInAHeaderArrivesAsItIs(String value) throws Exception {
    for (String type : TYPES) {
      SERVICE.forget();
      call(type + ".header", value);
      assertThat(SERVICE.last().headers("X-V")).hasSize(1);
      assertThat(SERVICE.last().headerInUtf8("X-V")).isEqualTo(value);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"},\"admin\":true,{\"", "a\u0000b\u001f\u2028", "\\u0000", "\r\n"})
  void textInABodyStaysOneString(String value) throws Exception {
    for (String type : TYPES) {
      SERVICE.forget();
      JsonNode result = call(type + ".body", value);
      assertThat(Json.parse(SERVICE.last().bodyText())).isEqualTo(Json.object().put("v", value));
      assertThat(result.at("/structuredContent/v").textValue()).isEqualTo(value);
    }
  }

  @Test
  void aRestCallerIsToldThatItIsTheArgumentsFault() throws Exception {
    HttpResponse<String> response =
        POSTERN.send(
            HttpRequest.newBuilder(POSTERN.uri("/mcp/tools/call"))
                .header("Content-Type", "application/json")
                .POST(
                    BodyPublishers.ofString(
                        "{\"tool\":\"bad.http.path\",\"arguments\":{\"v\":\"..\"}}"))
                .build());
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(Json.parse(response.body()).at("/error/code").textValue()).isEqualTo("bad_argument");
  }

  @Test
  void aVeryLongArgumentPasses() throws Exception {
    String value = "0123456789".repeat(20_000);
    for (String type : TYPES) {
      JsonNode result = call(type + ".body", value);
      assertThat(result.at("/structuredContent/v").textValue()).isEqualTo(value);
      assertThat(SERVICE.last().body()).hasSize(value.length() + "{\"v\":\"\"}".length());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9007199254740993",
        "-9007199254740993",
        "123456789012345678901234567890",
        "-0",
        "0.1",
        "1.10",
        "1e400",
        "1e-400",
        "-1.7976931348623157e309",
        "0.1000000000000000055511151231257827021181583404541015625"
      })
  void numbersAreExactToTheServiceAndBack(String number) throws Exception {
    for (String type : TYPES) {
      SERVICE.forget();
      JsonNode result = callWithJson(type + ".body", number);
      BigDecimal exact = new BigDecimal(number);
      assertThat(Json.parse(SERVICE.last().bodyText()).get("v").decimalValue()).isEqualTo(exact);
      assertThat(result.at("/structuredContent/v").decimalValue()).isEqualTo(exact);
      JsonNode text = Json.parse(result.at("/content/0/text").textValue());
      assertThat(text.get("v").decimalValue()).isEqualTo(exact);
    }
  }

  /** Twelve characters that must not become a gigabyte of digits anywhere. */
  @ParameterizedTest
  @CsvSource({"1e999999999", "-1e999999999", "1e-999999999"})
  void aNumberOfAGigabyteCostsNothing(String number) throws Exception {
    POSTERN.register(
        """
        {"name": "bad.huge", "type": "http",
         "inputSchema": {"type": "object", "properties": {
           "i": {"type": "integer", "minimum": -5, "maximum": 5},
           "m": {"type": "number", "multipleOf": 0.01}, "n": {}}},
         "http": {"method": "POST", "url": "%s", "query": {"n": "{{args.n}}"},
                  "headers": {"X-N": "{{args.n}}"}, "body": {"n": "a {{args.n}}"}}}
        """
            .formatted(SERVICE.url("/huge")));
    long start = System.nanoTime();
    for (String argument : List.of("i", "m", "n")) {
      answer("bad.huge", "{\"%s\":%s}".formatted(argument, number));
    }
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"name\":7}",
        "{\"name\":null}",
        "{\"name\":[\"bad.http.body\"]}",
        "{\"name\":\"bad.http.body\",\"arguments\":[]}",
        "{\"name\":\"bad.http.body\",\"arguments\":\"v\"}",
        "{\"name\":\"bad.http.body\",\"arguments\":7}",
        "{\"name\":\"\"}",
        "{\"name\":\" bad.http.body\"}",
        "{\"name\":\"BAD.HTTP.BODY\"}",
        "{\"name\":\"bad.http.body\\u0000\"}"
      })
  void aCallOfNoToolOrWithoutArgumentsIsAProtocolError(String params) throws Exception {
    JsonNode answer = client.answer("tools/call", params);
    assertThat(answer.at("/error/code").intValue()).as(answer.toString()).isEqualTo(-32602);
    assertThat(SERVICE.requests()).isEmpty();
  }

  private static void assertRefused(String place, String value) throws Exception {
    for (String type : TYPES) {
      JsonNode result = call(type + "." + place, value);
      assertThat(result.get("isError").booleanValue()).isTrue();
      JsonNode facts = Json.parse(result.at("/content/0/text").textValue());
      assertThat(facts.get("error").textValue()).isEqualTo("bad_argument");
      assertThat(facts.at("/problems/0/pointer").textValue()).isEqualTo("/v");
      assertThat(facts.get("message").textValue()).isNotBlank();
      assertThat(SERVICE.requests()).isEmpty();
    }
  }

  private static JsonNode call(String tool, String value) throws Exception {
    return callWithJson(tool, ASCII.writeValueAsString(value));
  }

  /** Not by the test client's own JSON, which would round numbers. */
  private static JsonNode callWithJson(String tool, String value) throws Exception {
    return answer("bad." + tool, "{\"v\":" + value + "}").get("result");
  }

  private static JsonNode answer(String tool, String arguments) throws Exception {
    ObjectNode params = Json.object().put("name", tool).put("arguments", "HERE");
    String message =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":%s}"
            .formatted(Json.text(params).replace("\"HERE\"", arguments));
    return Json.parse(client.post(message).body());
  }

  private static String tool(String type, String place, String path, String rest) {
    String address =
        type.equals("http")
            ? "\"url\":\"" + SERVICE.url(path) + "\""
            : "\"baseUrl\":\"%s\",\"path\":\"%s\"".formatted(SERVICE.url(), path);
    return """
        {"name": "bad.%1$s.%2$s", "type": "%1$s",
         "inputSchema": {"type": "object", "required": ["v"], "properties": {"v": {}}},
         "%1$s": {%3$s, %4$s}}
        """
        .formatted(type, place, address, rest);
  }
}
