package dev.postern.admin.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.postern.message.Json;
import dev.postern.testing.server.RunningPostern;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code /schema/}, as editors and builds fetch it. */
class LanguageFilesIT {
  private static final RunningPostern POSTERN = RunningPostern.shared();

  @ParameterizedTest
  @ValueSource(strings = {"tool", "prompt", "resource"})
  void everybodyCanReadTheLanguageWithoutALogin(String noun) throws Exception {
    HttpResponse<String> answer = get("/schema/" + noun + ".json");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(header(answer, "Content-Type")).startsWith("application/schema+json");
    assertThat(header(answer, "X-Content-Type-Options")).isEqualTo("nosniff");
    JsonNode document = Json.parse(answer.body());
    assertThat(document.get("$id").textValue())
        .isEqualTo("https://postern.dev/schema/" + noun + ".json");
    Schema schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(document);
    assertThat(schema.validate(Json.parse("{\"nam\": 1, \"http\": {\"uri\": 2}}"))).isNotEmpty();
  }

  @Test
  void itIsKeptForAnHourAndThenAskedForByItsTag() throws Exception {
    HttpResponse<String> first = get("/schema/tool.json");
    String tag = header(first, "ETag");

    assertThat(header(first, "Cache-Control")).isEqualTo("public, max-age=3600");
    HttpResponse<String> again = get("/schema/tool.json", "If-None-Match", "W/\"x\", " + tag);
    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    assertThat(header(again, "ETag")).isEqualTo(tag);
    assertThat(get("/schema/tool.json", "If-None-Match", "\"x\"").statusCode()).isEqualTo(200);
  }

  @Test
  void pagesOfOtherSitesMayReadItAndNobodyWrites() throws Exception {
    HttpResponse<String> read = get("/schema/tool.json", "Origin", "https://editor.example");
    assertThat(header(read, "Access-Control-Allow-Origin")).isEqualTo("*");
    HttpResponse<String> asked = send("OPTIONS", "/schema/tool.json");
    assertThat(asked.statusCode()).isEqualTo(204);
    assertThat(header(asked, "Access-Control-Allow-Methods")).isEqualTo("GET, HEAD, OPTIONS");
    HttpResponse<String> head = send("HEAD", "/schema/tool.json");
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(header(head, "Content-Length")).isNotEqualTo("0");
    assertThat(head.body()).isEmpty();

    HttpResponse<String> written = send("POST", "/schema/tool.json");
    assertThat(written.statusCode()).isEqualTo(405);
    assertThat(header(written, "Allow")).isEqualTo("GET, HEAD, OPTIONS");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/schema", "/schema/", "/schema/nothing.json", "/schema/x/tool.json"})
  void whatIsNotThereSaysWhatIs(String path) throws Exception {
    HttpResponse<String> answer = get(path);

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(Json.parse(answer.body()).at("/error/message").textValue()).contains("tool.json");
  }

  private static HttpResponse<String> get(String path, String... headers) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(POSTERN.uri(path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return POSTERN.send(request.build());
  }

  private static HttpResponse<String> send(String method, String path) throws Exception {
    return POSTERN.send(
        HttpRequest.newBuilder(POSTERN.uri(path)).method(method, BodyPublishers.noBody()).build());
  }

  private static String header(HttpResponse<String> answer, String name) {
    return answer.headers().firstValue(name).orElse("");
  }
}
