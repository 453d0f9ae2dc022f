package dev.postern.invoker.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.BadConfigException;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Problem;
import dev.postern.catalogue.Resource;
import dev.postern.catalogue.ResourceParser;
import dev.postern.invoker.completion.ServiceCompletionType;
import dev.postern.invoker.http.HttpServiceType;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.message.mcp.Outcome;
import dev.postern.security.Principal;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.Loopback;
import dev.postern.testing.service.RecordingService;
import dev.postern.upstream.Upstream;
import dev.postern.upstream.UpstreamSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of a resource's JSON, right and wrong. */
class ResourceTest {
  private final Upstream upstream = new Upstream(Loopback.open(UpstreamSettings.defaults("test")));
  private final RecordingService service = RecordingService.start();
  private final HttpServiceType http = new HttpServiceType(upstream, key -> Optional.empty());
  private final ResourceParser parser =
      new ResourceParser(
          List.of(new TextType(), new BlobType(), new JsonType(), ResourceServiceType.of(http)),
          List.of(new ServiceCompletionType(http)));

  @AfterEach
  void stop() {
    service.close();
    upstream.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`\"uri\":\"t://x\",\"text\":\"Hi\"` | t://x |"
            + " `{\"uri\":\"t://x\",\"mimeType\":\"text/plain\",\"text\":\"Hi\"}`",
        "`\"uri\":\"t://x\",\"text\":\"Hi\",\"mimeType\":\"text/markdown\"` | t://x |"
            + " `{\"uri\":\"t://x\",\"mimeType\":\"text/markdown\",\"text\":\"Hi\"}`",
        "`\"uri\":\"t://x\",\"blob\":\"AAEC\",\"mimeType\":\"image/png\"` | t://x |"
            + " `{\"uri\":\"t://x\",\"blob\":\"AAEC\",\"mimeType\":\"image/png\"}`",
        "`\"uriTemplate\":\"t://{id}/data\",\"json\":{\"id\":\"{{args.id}}\",\"t\":true,\"u\":\"at"
            + " {{args.uri}}\"}` | t://1%2B2/data |"
            + " `{\"uri\":\"t://1%2B2/data\",\"mimeType\":\"application/json\",\"text\":\"{\\\"id\\\":\\\"1+2\\\",\\\"t\\\":true,\\\"u\\\":\\\"at"
            + " t://1%2B2/data\\\"}\"}`",
        "`\"uriTemplate\":\"t://x{?a}\",\"text\":\"[{{args.a}}]\"` | t://x |"
            + " `{\"uri\":\"t://x\",\"mimeType\":\"text/plain\",\"text\":\"[]\"}`"
      })
  void contentsComeFromTheRowItself(String keys, String uri, String content) throws Exception {
    assertThat(read(parse("{" + keys + "}"), uri).json().path("contents").toString())
        .isEqualTo("[" + content + "]");
  }

  @ParameterizedTest
  @CsvSource({
    "text/csv; charset=iso-8859-1, é, text",
    "application/json, {}, text",
    "application/vnd.a+json; charset=utf-8, {}, text",
    "image/png, é, blob",
    "image/svg+xml, <svg/>, blob",
    "application/octet-stream, x, blob"
  })
  void aServicesAnswerIsTextOrBytesByItsType(String type, String body, String key)
      throws Exception {
    service.answer(
        Answer.of(
            200,
            body.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1),
            "Content-Type: " + type));
    Resource resource =
        parse(
            "{\"uriTemplate\":\"u://{id}\",\"http\":{\"url\":\""
                + service.url("/u/{{args.id}}")
                + "\"}}");
    JsonNode content = read(resource, "u://a%2Fb").json().at("/contents/0");

    assertThat(content.path("uri").textValue()).isEqualTo("u://a%2Fb");
    assertThat(content.path("mimeType").textValue()).isEqualTo(type.replaceAll(";.*", ""));
    assertThat(content.has(key)).isTrue();
    assertThat(content.size()).isEqualTo(3);
    if (key.equals("text")) {
      assertThat(content.get("text").textValue()).isEqualTo(body);
    }
    assertThat(service.last().target()).isEqualTo("/u/a%2Fb");
  }

  @Test
  void textInAWrongCharacterSetIsAFailureAndNoGuess() throws Exception {
    service.answer(
        Answer.of(200, new byte[] {(byte) 0xC3, 'x'}, "Content-Type: text/plain; charset=utf-8"));
    Resource resource =
        parse("{\"uri\":\"u://x\",\"http\":{\"url\":\"" + service.url("/") + "\"}}");
    assertThat(read(resource, "u://x")).isInstanceOf(CallToolResult.class);
  }

  @Test
  void everythingWrongIsSaidAtOnce() {
    assertThat(
            problems(
                """
                {"name": "q", "uriTemplate": "u://{a}", "uri": "u://x", "mimetype": "x",
                 "mimeType": 5, "annotations": [], "size": -1, "poll": {"everyMs": 5, "x": 1},
                 "requires": {}, "text": "{{args.b}}", "blob": "AAAA", "completions": []}
                """))
        .containsExactlyInAnyOrder(
            "/name",
            "/mimetype",
            "/mimeType",
            "/annotations",
            "/uriTemplate",
            "/size",
            "/blob",
            "/completions",
            "/requires",
            "/poll",
            "/poll/x",
            "/poll/everyMs");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`{\"text\":\"x\"}` | ``",
        "`{\"uri\":\"relative/x\",\"text\":\"x\"}` | /uri",
        "`{\"uri\":\"u://a b\",\"text\":\"x\"}` | /uri",
        "`{\"uri\":\"u://x\"}` | ``",
        "`{\"uri\":\"u://x\",\"blob\":\"***\"}` | /blob",
        "`{\"uri\":\"u://x\",\"text\":\"{{args.a}}\"}` | /text",
        "`{\"uriTemplate\":\"u://{a}\",\"text\":\"{{args.b}}\"}` | /text",
        "`{\"uriTemplate\":\"u://{a\",\"text\":\"x\"}` | /uriTemplate",
        "`{\"uriTemplate\":\"u://x\",\"text\":\"x\"}` | /uriTemplate",
        "`{\"uriTemplate\":\"u://{uri}\",\"text\":\"x\"}` | /uriTemplate",
        "`{\"uriTemplate\":\"u://{a}\",\"text\":\"x\",\"size\":1}` | /size",
        "`{\"uriTemplate\":\"u://{a}\",\"text\":\"x\",\"poll\":{\"everyMs\":2000}}` | /poll",
        "`{\"uriTemplate\":\"u://{a}\",\"text\":\"x\",\"completions\":{\"b\":[]}}` |"
            + " /completions/b",
        "`{\"uriTemplate\":\"u://x{?a}\",\"http\":{\"url\":\"http://h/{{args.a}}\"}}` | /http/url"
      })
  void whatIsWrongIsSaidWithItsPlace(String json, String pointer) {
    assertThat(problems(json)).containsExactly(pointer);
  }

  @Test
  void listsShowWhatTheSpecificationKnows() throws Exception {
    Resource resource =
        parse(
            """
            {"name": "r", "uri": "u://x", "title": "T", "description": "d", "mimeType": "a/b",
             "size": 3, "annotations": {"priority": 1}, "icons": [], "_meta": {"k": 1},
             "text": "x", "poll": {"everyMs": 1500}}
            """);
    assertThat(resource.definition().toString())
        .isEqualTo(
            "{\"uri\":\"u://x\",\"name\":\"r\",\"title\":\"T\",\"description\":\"d\","
                + "\"mimeType\":\"a/b\",\"size\":3,\"annotations\":{\"priority\":1},"
                + "\"icons\":[],\"_meta\":{\"k\":1}}");
    assertThat(resource.poll()).isEqualTo(Duration.ofMillis(1500));
    assertThat(resource.isTemplate()).isFalse();
  }

  private Resource parse(String json) throws BadConfigException {
    return parser.parse("r", json);
  }

  private List<String> problems(String json) {
    return catchThrowableOfType(BadConfigException.class, () -> parse(json)).problems().stream()
        .map(Problem::pointer)
        .toList();
  }

  private static Outcome read(Resource resource, String uri) throws Exception {
    return resource
        .binding()
        .call(
            new Call(
                resource.pattern().match(uri).orElseThrow().put("uri", uri), Principal.ANONYMOUS));
  }
}
