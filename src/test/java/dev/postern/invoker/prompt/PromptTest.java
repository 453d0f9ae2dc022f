package dev.postern.invoker.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.BadConfigException;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Problem;
import dev.postern.catalogue.Prompt;
import dev.postern.catalogue.PromptParser;
import dev.postern.invoker.completion.ServiceCompletionType;
import dev.postern.invoker.feign.FeignServiceType;
import dev.postern.invoker.http.HttpServiceType;
import dev.postern.message.ErrorCode;
import dev.postern.message.Json;
import dev.postern.message.RpcException;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.message.mcp.Outcome;
import dev.postern.security.Principal;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.Loopback;
import dev.postern.testing.service.RecordingService;
import dev.postern.upstream.Upstream;
import dev.postern.upstream.UpstreamSettings;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a prompt's JSON, right and wrong. */
class PromptTest {
  private final Upstream upstream = new Upstream(Loopback.open(UpstreamSettings.defaults("test")));
  private final RecordingService service = RecordingService.start();
  private final HttpServiceType http =
      new HttpServiceType(upstream, key -> Optional.of("se-cret-value"));
  private final FeignServiceType feign = new FeignServiceType(upstream, key -> Optional.empty());
  private final PromptParser parser =
      new PromptParser(
          List.of(new MessagesType(), PromptServiceType.of(http), PromptServiceType.of(feign)),
          List.of(new ServiceCompletionType(http), new ServiceCompletionType(feign)));

  @AfterEach
  void stop() {
    service.close();
    upstream.close();
  }

  @Test
  void messagesAreFilledAndAbsentArgumentsAreEmpty() throws Exception {
    Prompt prompt =
        parse(
            """
            {"name": "p", "title": "P", "description": "d",
             "arguments": [{"name": "code", "required": true}, {"name": "language"}],
             "messages": [
               {"role": "user", "content": "{{args.language}} code: {{args.code}}"},
               {"role": "user", "content": {"type": "text", "text": "{{args.language}}"}},
               {"role": "assistant", "content": {"type": "resource",
                 "resource": {"uri": "{{args.code}}", "text": "t"}}}]}
            """);

    assertThat(prompt.required()).containsExactly("code");
    assertThat(prompt.definition().toString())
        .isEqualTo(
            "{\"name\":\"p\",\"title\":\"P\",\"description\":\"d\",\"arguments\":"
                + "[{\"name\":\"code\",\"required\":true},{\"name\":\"language\"}]}");
    JsonNode result = get(prompt, "{\"code\": \"{{args.language}}\"}").json();
    assertThat(result.path("description").textValue()).isEqualTo("d");
    assertThat(result.at("/messages/0/content").toString())
        .isEqualTo("{\"type\":\"text\",\"text\":\" code: {{args.language}}\"}");
    assertThat(result.at("/messages/1/content/text").textValue()).isEmpty();
    assertThat(result.at("/messages/2/content/resource/uri").textValue())
        .isEqualTo("{{args.language}}");
  }

  @Test
  void everythingWrongIsSaidAtOnce() {
    assertThat(
            problems(
                """
                {"name": "q", "titel": "x", "description": 1, "icons": {}, "requires": ["magic"],
                 "arguments": [{"name": "a b"}, {"name": "x", "requird": true}, {"name": "x"}, 7],
                 "messages": [
                   {"role": "system", "content": "{{args.y}} {{secrets.K}}"},
                   {"role": "user", "content": {"type": "image"}},
                   {"role": "user", "content": {"type": "movie"}},
                   {"role": "user", "content": {"type": "resource", "resource": {"uri": "u"}}}],
                 "http": {"url": "http://127.0.0.1/"},
                 "completions": {"z": ["a"], "x": ["a", 1]}}
                """))
        .containsExactlyInAnyOrder(
            "/name",
            "/titel",
            "/description",
            "/icons",
            "/requires/0",
            "/arguments/0/name",
            "/arguments/1/requird",
            "/arguments/2/name",
            "/arguments/3",
            "/http",
            "/messages/0/role",
            "/messages/1/content/data",
            "/messages/1/content/mimeType",
            "/messages/2/content",
            "/messages/3/content/resource",
            "/messages/0/content/text",
            "/messages/0/content/text",
            "/completions/z",
            "/completions/x/1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"messages\": []}", "{\"messages\": {}}", "[]"})
  void aPromptNeedsMessagesOrAService(String json) {
    assertThat(problems(json)).hasSize(1);
  }

  @Test
  void aTextOfAServiceBecomesAMessageOfTheUser() throws Exception {
    service.answer(Answer.text(200, "text/plain; charset=utf-8", "Hand over é se-cret-value"));
    Prompt prompt = ofService("{{secrets.TOKEN}}");

    assertThat(get(prompt, "{\"site\": \"a b\"}").json().path("messages").toString())
        .isEqualTo(
            "[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Hand over é"
                + " [secret]\"}}]");
    assertThat(service.last().target()).isEqualTo("/prompt?site=a%20b&t=se-cret-value");
  }

  @Test
  void messagesOfAServicePassThroughIfTheyAreSome() throws Exception {
    String ready =
        "{\"messages\":[{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"x\"}}],"
            + "\"_meta\":{\"a\":1}}";
    service.answer(Answer.json(ready));
    Prompt prompt = ofService("1");
    assertThat(get(prompt, "{\"site\":\"a\"}").json()).isEqualTo(Json.parse(ready));

    service.answer(Answer.json("{\"messages\":[{\"role\":\"nobody\",\"content\":\"x\"}]}"));
    assertThat(failure(prompt).code()).isEqualTo(ErrorCode.INTERNAL_ERROR);
    assertThat(failure(prompt).data().path("error").textValue()).isEqualTo("upstream_bad_result");
  }

  @Test
  void aServiceThatFailsIsAnErrorWithItsFacts() throws Exception {
    service.answer(Answer.json(503, "{\"why\":\"nap\"}"));
    RpcException failure = failure(ofService("1"));

    assertThat(failure.code()).isEqualTo(ErrorCode.INTERNAL_ERROR);
    assertThat(failure.getMessage()).contains("503");
    assertThat(failure.data().path("status").intValue()).isEqualTo(503);
    assertThat(failure.data().path("retryable").booleanValue()).isTrue();
    assertThat(failure.data().at("/detail/why").textValue()).isEqualTo("nap");
  }

  @Test
  void suggestionsComeFromAListOrFromAService() throws Exception {
    Prompt prompt =
        parse(
            """
            {"name": "p", "arguments": [{"name": "a", "required": true}, {"name": "b"}],
             "messages": [{"role": "user", "content": "x"}],
             "completions": {"a": ["Java", "JavaScript", "Kotlin"],
               "b": {"feign": {"baseUrl": "%s", "path": "/b/{b}", "query": {"a": "{{args.a}}"}}}}}
            """
                .formatted(service.url()));

    assertThat(prompt.completions().get("a").values("java", known(Json.object())))
        .containsExactly("Java", "JavaScript");
    service.answer(Answer.json("[\"one\",\"two\"]"));
    assertThat(prompt.completions().get("b").values("o", known(Json.object().put("a", "x"))))
        .containsExactly("one", "two");
    assertThat(service.last().target()).isEqualTo("/b/o?a=x");
    service.answer(Answer.json("{\"no\":\"array\"}"));
    assertThat(
            org.assertj.core.api.Assertions.catchThrowableOfType(
                    RpcException.class,
                    () -> prompt.completions().get("b").values("o", known(Json.object())))
                .code())
        .isEqualTo(ErrorCode.INTERNAL_ERROR);
  }

  private Prompt ofService(String token) throws Exception {
    return parse(
        """
        {"name": "p", "arguments": [{"name": "site", "required": true}],
         "http": {"url": "%s", "query": {"site": "{{args.site}}", "t": "%s"}}}
        """
            .formatted(service.url("/prompt"), token));
  }

  private Prompt parse(String json) throws BadConfigException {
    return parser.parse("p", json);
  }

  private List<String> problems(String json) {
    return org.assertj.core.api.Assertions.catchThrowableOfType(
            BadConfigException.class, () -> parse(json))
        .problems()
        .stream()
        .map(Problem::pointer)
        .toList();
  }

  private static Outcome get(Prompt prompt, String arguments) throws Exception {
    return prompt.binding().call(new Call((ObjectNode) Json.parse(arguments), Principal.ANONYMOUS));
  }

  private static RpcException failure(Prompt prompt) throws Exception {
    return ((CallToolResult) get(prompt, "{\"site\":\"a\"}")).asProtocolError();
  }

  private static Call known(ObjectNode arguments) {
    return new Call(arguments, Principal.ANONYMOUS);
  }
}
