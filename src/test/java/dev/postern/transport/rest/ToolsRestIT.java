package dev.postern.transport.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.Json;
import dev.postern.testing.server.RunningPostern;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.RecordingService;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code GET /mcp/tools} and {@code POST /mcp/tools/call}, as curl would use them. */
class ToolsRestIT {
  private static final RunningPostern POSTERN = RunningPostern.shared();

  @BeforeAll
  static void registerTools() throws Exception {
    POSTERN.register(
        """
        {"name": "rest.greet", "description": "Says hello", "type": "static",
         "inputSchema": {"type": "object", "required": ["who"],
                         "properties": {"who": {"type": "string"}}},
         "static": {"text": "Hello {{args.who}}"}}
        """);
  }

  @Test
  void listsNameDescriptionAndSchema() throws Exception {
    HttpResponse<String> response =
        POSTERN.send(HttpRequest.newBuilder(POSTERN.uri("/mcp/tools")).build());
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("application/json");
    JsonNode greet = null;
    for (JsonNode tool : Json.parse(response.body()).get("tools")) {
      greet = tool.get("name").textValue().equals("rest.greet") ? tool : greet;
    }
    assertThat(greet)
        .isEqualTo(
            Json.parse(
                """
                {"name": "rest.greet", "description": "Says hello",
                 "inputSchema": {"type": "object", "required": ["who"],
                                 "properties": {"who": {"type": "string"}}}}
                """));
  }

  @Test
  void callsATool() throws Exception {
    HttpResponse<String> response =
        call("{\"tool\":\"rest.greet\",\"arguments\":{\"who\":\"世界\"}}");
    assertThat(response.statusCode()).isEqualTo(200);
    JsonNode answer = Json.parse(response.body());
    assertThat(answer.get("ok").booleanValue()).isTrue();
    assertThat(answer.at("/result/content/0/text").textValue()).isEqualTo("Hello 世界");
  }

  @Test
  void aFailedCallIsNeverASuccess() throws Exception {
    try (RecordingService service = RecordingService.start()) {
      service.answer(Answer.json(503, "{\"why\":\"tired\"}"));
      POSTERN.register(
          "{\"name\":\"rest.tired\",\"type\":\"http\",\"http\":{\"url\":\"%s\"}}"
              .formatted(service.url("/nap")));
      HttpResponse<String> response = call("{\"tool\":\"rest.tired\"}");
      assertThat(response.statusCode()).isEqualTo(502);
      JsonNode answer = Json.parse(response.body());
      assertThat(answer.get("ok").booleanValue()).isFalse();
      assertThat(answer.at("/error/code").textValue()).isEqualTo("upstream_status");
      assertThat(answer.at("/error/message").textValue()).contains("503");
      assertThat(answer.at("/result/isError").booleanValue()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`{\"tool\":\"rest.greet\",\"arguments\":{}}` | 400 | invalid_arguments",
        "`{\"tool\":\"rest.greet\",\"arguments\":{\"who\":7}}` | 400 | invalid_arguments",
        "`{\"tool\":\"rest.greet\",\"arguments\":[]}` | 400 | bad_request",
        "`{\"tool\":\"no.such.tool\"}` | 404 | unknown_tool",
        "`{\"tool\":7}` | 400 | bad_request",
        "`{}` | 400 | bad_request",
        "`[]` | 400 | bad_request",
        "`{\"tool\":` | 400 | not_json"
      })
  void badRequestsAreToldApart(String body, int status, String code) throws Exception {
    HttpResponse<String> response = call(body);
    assertThat(response.statusCode()).isEqualTo(status);
    JsonNode answer = Json.parse(response.body());
    assertThat(answer.get("ok").booleanValue()).isFalse();
    assertThat(answer.at("/error/code").textValue()).isEqualTo(code);
    assertThat(answer.at("/error/message").textValue()).isNotBlank();
  }

  @Test
  void bodiesOfOtherTypeOrSizeAreRefused() throws Exception {
    HttpResponse<String> typed =
        POSTERN.send(request().header("Content-Type", "text/plain").build());
    assertThat(typed.statusCode()).isEqualTo(415);
    HttpResponse<String> large = call("{\"tool\":\"" + "x".repeat(RunningPostern.MAX_BODY) + "\"}");
    assertThat(large.statusCode()).isEqualTo(413);
  }

  @Test
  void anUnknownPathBelowIsNotFoundAndNoErrorPage() throws Exception {
    HttpResponse<String> response =
        POSTERN.send(HttpRequest.newBuilder(POSTERN.uri("/mcp/tools/nothing")).build());
    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.body()).doesNotContain("<html");
  }

  private static HttpResponse<String> call(String body) throws Exception {
    return POSTERN.send(
        request()
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build());
  }

  private static HttpRequest.Builder request() {
    return HttpRequest.newBuilder(POSTERN.uri("/mcp/tools/call"))
        .POST(BodyPublishers.ofString("{}"));
  }
}
