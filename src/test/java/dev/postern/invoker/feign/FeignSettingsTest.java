package dev.postern.invoker.feign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.catalogue.Call;
import dev.postern.catalogue.Tool;
import dev.postern.invoker.Said;
import dev.postern.invoker.ServiceToolCases;
import dev.postern.message.Json;
import dev.postern.security.Principal;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.ReceivedRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What only {@code feign} has: its request line, collection formats, interceptors and logger. */
class FeignSettingsTest extends ServiceToolCases {
  private static final String SCHEMA = schema("[\"id\"]", "id", "expand");

  @Override
  protected String type() {
    return "feign";
  }

  private String line(String line, String more) {
    return "{\"baseUrl\": \"%s/api\", \"request\": \"%s\"%s}".formatted(service.url(), line, more);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "GET /users/{id}?expand={expand} ; GET /api/users/a%2Fb?expand=x&expand=y",
        "get  /users/{{args.id}} ; GET /api/users/a%2Fb",
        "DELETE /users/{id}?force=true&e={expand|none} ; DELETE"
            + " /api/users/a%2Fb?force=true&e=x&e=y",
        "POST ; POST /api"
      })
  void aRequestLineSaysMethodPathAndQuery(String line, String expected) {
    call(tool(SCHEMA, line(line, "")), "{\"id\": \"a/b\", \"expand\": [\"x\", \"y\"]}");
    assertThat(service.last().requestLine()).isEqualTo(expected + " HTTP/1.1");
  }

  @Test
  void aPastedMethodIsTheDefinition() {
    String method =
        """
        @RequestLine(value = "GET /users/{id}" + "?expand={expand}&b=(1)",
                     collectionFormat = CollectionFormat.CSV)
        @feign.Headers({"Accept: text/csv", "X-Id: id \\"{id}\\"", "X-Own: {id}"})
        Map<String, List<User>> users(
            @Param("id") String id, @Param(value = "expand") Map<String, List<String>> expand);
        """;
    String block =
        "{\"baseUrl\": \"%s\", \"request\": %s, \"headers\": {\"x-own\": \"mine\"}}"
            .formatted(service.url(), Json.text(Json.NODES.textNode(method)));
    call(tool(SCHEMA, block), "{\"id\": \"a/b\", \"expand\": [\"x\", \"y\"]}");
    ReceivedRequest request = service.last();
    assertThat(request.requestLine()).isEqualTo("GET /users/a%2Fb?expand=x,y&b=(1) HTTP/1.1");
    assertThat(request.header("X-Id")).isEqualTo("id \"a/b\"");
    assertThat(request.headers("X-Own")).containsExactly("mine");
    assertThat(request.headers("Accept")).containsExactly("text/csv");
  }

  @Test
  void aPastedMethodMayHaveCommentsAndWhateverElseJavaHas() {
    String method =
        """
        /** Finds {@code id} (or "more"). */
        // see https://h.example/doc
        @RequestLine("GET /users/{id}?expand={expand}&u=\\u00e9") /* not ( this */
        @Headers({"X-Path: a // b", "X-Long: %s"})
        Map<String, Map<String, List<User>>> users(
            @Param("id") String id, // the user's
            @Param(value = "expand") Map<String, Map<String, List<String>>> expand);
        """
            .formatted("x".repeat(20_000));
    String block =
        "{\"baseUrl\": \"%s\", \"request\": %s}"
            .formatted(service.url(), Json.text(Json.NODES.textNode(method)));
    call(tool(SCHEMA, block), "{\"id\": 1, \"expand\": \"x\"}");
    assertThat(service.last().target()).isEqualTo("/users/1?expand=x&u=%C3%A9");
    assertThat(service.last().header("X-Path")).isEqualTo("a // b");
    assertThat(service.last().header("X-Long")).hasSize(20_000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "@RequestLine(\"GET /x\\q\") User get() ; an escape that Java does not know",
        "@RequestLine(value = \"GET /x\", decodeSlash = true) User get() ; write {/name*}",
        "@RequestLine(\"GET /x/{id}\") User get(@Param(value = \"id\", encoded = true) String id) ;"
            + " has encoded = true",
        "@RequestLine(\"GET /x/{id}\") User get(@Param(value = \"id\", expander = X.class) String"
            + " id) ; has an expander",
        "@RequestLine(\"POST /x\") User add(@Nullable User user) ; say \"body\"",
        "@Headers(\"A: b\") ; must have @RequestLine",
        "@RequestLine(\"POST /x\") User add(@Param(\"id\") String id, User user) ;"
            + " say \"body\": \"{{args.user}}\"",
        "@RequestLine(\"POST /x\") @Body(\"{id}\") User add(@Param(\"id\") String id) ; has @Body",
        "@RequestLine(\"GET /x\") User add(@QueryMap Map<String, Object> all) ; has @QueryMap",
        "@RequestLine(\"GET /x\") User add(@HeaderMap Map<String, Object> all) ; has @HeaderMap",
        "@GetMapping(\"/x\") User get() ; has @GetMapping",
        "@RequestLine(\"GET /x/{gone}\") User get() ; args.gone",
        "@RequestLine(\"GET /x\") @Headers(\"X-A\") User get() ; without a colon",
        "@RequestLine( ; must have @RequestLine"
      })
  void whatAPastedMethodHasBeyondIsNotLost(String method, String problem) {
    String block =
        "{\"baseUrl\": \"http://h.example\", \"request\": %s}"
            .formatted(Json.text(Json.NODES.textNode(method)));
    assertThat(problems(SCHEMA, block))
        .isNotEmpty()
        .allSatisfy(text -> assertThat(text).startsWith("/feign/request: "))
        .anySatisfy(text -> assertThat(text).contains(problem));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "EXPLODED ; e=a%2Cb&e=1&q=a%2Cb&q=1",
        "CSV ; e=a%2Cb,1&q=a%2Cb,1",
        "SSV ; e=a%2Cb%201&q=a%2Cb%201",
        "TSV ; e=a%2Cb%091&q=a%2Cb%091",
        "PIPES ; e=a%2Cb%7C1&q=a%2Cb%7C1"
      })
  void aListIsWrittenInTheCollectionFormat(String format, String expected) {
    Tool tool =
        tool(
            SCHEMA,
            line(
                "GET /u/{id}?e={expand}",
                ", \"query\": {\"q\": \"{{args.expand}}\"}, \"collectionFormat\": \""
                    + format
                    + "\""));
    call(tool, "{\"id\": 1, \"expand\": [\"a,b\", null, 1]}");
    assertThat(service.last().query()).isEqualTo(expected);
    call(tool, "{\"id\": 1}");
    assertThat(service.last().target()).isEqualTo("/api/u/1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "\"request\": \"FETCH /x\" ; /feign/request",
        "\"request\": \"GET /x/{gone}\" ; /feign/request",
        "\"request\": \"GET /x/{expand}\" ; /feign/request",
        "\"request\": 7 ; /feign/request",
        "\"request\": \"GET /x\", \"path\": \"/y\", \"method\": \"GET\" ; /feign/method"
            + " /feign/path",
        "\"collectionFormat\": \"csv\" ; /feign/collectionFormat",
        "\"loggerLevel\": \"LOUD\" ; /feign/loggerLevel",
        "\"interceptors\": \"x\" ; /feign/interceptors",
        "\"interceptors\": [\"java.lang.Runtime\"] ; /feign/interceptors"
      })
  void whatFeignDoesNotKnowIsRefusedWithItsPlace(String more, String pointers) {
    assertThat(problems(SCHEMA, "{\"baseUrl\": \"http://host.example\", " + more + "}"))
        .extracting(problem -> problem.substring(0, problem.indexOf(": ")))
        .containsExactlyInAnyOrder(pointers.split(" "));
  }

  @Test
  void anInterceptorSeesAddsAndChanges() {
    Tool tool =
        tool(
            SCHEMA,
            line(
                "POST /u/{id}?k={expand}",
                ", \"interceptors\": [\"dev.postern.invoker.feign.StampInterceptor\"],"
                    + " \"headers\": {\"X-Seen\": \"{{args.id}}\", \"X-Gone\": \"1\", \"X-Kept\":"
                    + " \"a, b\"}, \"body\": {\"id\": \"{{args.id}}\"}"));
    String id = "{x} %41 {{args.id}}, \u670d/..";
    call(tool, dev.postern.message.Json.object().put("id", id).put("expand", "{y}?&"));
    ReceivedRequest request = service.last();
    assertThat(request.segments()).containsExactly("api", "u", id);
    assertThat(request.queryValues("k")).containsExactly("{y}?&");
    assertThat(request.query()).endsWith("&stamp=a%20b");
    assertThat(request.headerInUtf8("X-Seen")).isEqualTo(id);
    assertThat(request.header("X-Stamp")).isEqualTo("POST " + id.length());
    assertThat(request.headers("X-Gone")).isEmpty();
    assertThat(request.header("X-Kept")).isEqualTo("a, b");
    assertThat(request.bodyText()).isEqualTo("<{\"id\":\"" + id + "\"}>");
    assertThat(request.headers("Content-Length")).hasSize(1);
    assertThat(request.headers("Content-Type")).containsExactly("application/json");
  }

  @Test
  void anInterceptorThatFailsIsAnErrorOfTheTool() {
    String line =
        line("GET /x", ", \"interceptors\": [\"dev.postern.invoker.feign.FailingInterceptor\"]");
    var facts = failure(call(tool(SCHEMA, line), "{\"id\": 1}"));
    assertThat(facts.path("error").asText()).isEqualTo("not_sent");
    assertThat(facts.path("message").asText())
        .contains("interceptor dev.postern.invoker.feign.FailingInterceptor failed")
        .doesNotContain("no ticket");
    assertThat(service.requests()).isEmpty();
  }

  @Test
  void theSameClientIsBeneathHttp() throws Exception {
    call(tool(SCHEMA, line("GET /x", "")), "{\"id\": 1}");
    String http = "{\"type\": \"http\", \"http\": {\"url\": \"%s\"}}".formatted(service.url("/y"));
    call(parsers().tools().parse("other", http), "{}");
    assertThat(service.requests()).hasSize(2);
    assertThat(service.connections()).isEqualTo(1);
  }

  @Test
  void theLoggerShowsNoCredentialsOfAnyKind() throws Exception {
    service.answer(Answer.echo(200));
    secrets.put("ACCESS", "key-of-operator");
    String line = line("GET /x", ", \"loggerLevel\": \"FULL\", \"headers\": {\"X-Id\": \"7\"}");
    Tool tool =
        tool(
            SCHEMA,
            line,
            "\"auth\": {\"type\":\"apiKey\",\"in\":\"header\",\"name\":\"X-Access\",\"value\":\"{{secrets.ACCESS}}\"},"
                + " \"passCredentials\": [\"X-Session\"]");
    Call call =
        new Call(
            Json.object().put("id", 1),
            Principal.ANONYMOUS,
            new Said(Json.object().put("x-session", "of-the-client")));
    List<String> lines = logged(() -> tool.binding().call(call));
    assertThat(lines.get(0))
        .contains("X-Id: 7", "X-Access: [secret]", "X-Session: [hidden]")
        .doesNotContain("key-of-operator", "of-the-client");
    assertThat(lines.get(1)).contains("X-Access").doesNotContain("key-of-operator");
  }

  @Test
  void theLoggerCutsBehindTheSearchForSecretsAndShowsNoQueries() throws Exception {
    service.answer(
        Answer.of(
            200,
            ("x".repeat(3_995) + "1234567890123").getBytes(java.nio.charset.StandardCharsets.UTF_8),
            "Content-Type: text/plain",
            "Location: https://h.example/a?ticket=one",
            "Link: </b?ticket=two>; rel=next, <https://h.example/c?ticket=three>; rel=x"));
    String line =
        line(
            "GET /x",
            ", \"loggerLevel\": \"FULL\", \"headers\": {\"X-N\": \"{{secrets.NUMBER}}\"}");
    Tool tool = tool(SCHEMA, line);
    List<String> lines = logged(() -> call(tool, "{\"id\": 1}"));
    assertThat(lines.get(1))
        .contains("https://h.example/a?...", "</b?...>; rel=next, <https://h.example/c?...>")
        .doesNotContain("ticket=", "x1234");
  }

  @Test
  void theLoggerShowsAsMuchAsItsLevelSaysAndNoSecrets() throws Exception {
    service.answer(Answer.json("{\"you said\": \"" + SECRET.replace("\"", "\\\"") + "\"}"));
    String more =
        ", \"headers\": {\"Authorization\": \"Bearer {{secrets.TOKEN}}\", \"X-Id\":"
            + " \"{{args.id}}\"}, \"form\": {\"t\": \"{{secrets.TOKEN}}\", \"id\":"
            + " \"{{args.id}}\"}, \"loggerLevel\": \"%s\"";
    String line = "POST /u/{id}?s={{secrets.NUMBER}}";
    assertThat(logged(line, more.formatted("NONE"))).isEmpty();
    assertThat(logged(line, more.formatted("BASIC")))
        .hasSize(2)
        .satisfies(
            lines -> {
              assertThat(lines.get(0)).isEqualTo("---> POST " + service.url() + "/api/u/77?...");
              assertThat(lines.get(1)).matches("<--- 200 \\([0-9]+ms\\)");
            });
    assertThat(logged(line, more.formatted("HEADERS")).get(0))
        .contains("X-Id: 77", "Authorization: [hidden]")
        .doesNotContain("id=77");
    List<String> full = logged(line, more.formatted("FULL"));
    assertThat(full.get(0)).contains("\nt=[secret]&id=77");
    assertThat(full.get(1)).contains("{\"you said\":\"[secret]\"}");
    assertThat(full.toString()).doesNotContain("s3cr3t", "1234567890123");
  }

  private List<String> logged(String line, String more) throws Exception {
    return logged(
        () -> {
          var result = call(tool(SCHEMA, line(line, more)), "{\"id\": 77}");
          assertThat(result.isError()).isFalse();
          assertThat(result.json().toString()).contains("you said");
          return result;
        });
  }

  private static List<String> logged(Callable<?> work) throws Exception {
    List<String> lines = Collections.synchronizedList(new ArrayList<>());
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord entry) {
            lines.add(String.valueOf(entry.getParameters()[0]));
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger logger = Logger.getLogger(FeignLog.class.getName());
    logger.addHandler(handler);
    try {
      work.call();
    } finally {
      logger.removeHandler(handler);
    }
    return lines;
  }
}
