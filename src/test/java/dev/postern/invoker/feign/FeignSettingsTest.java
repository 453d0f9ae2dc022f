package dev.postern.invoker.feign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.catalogue.Tool;
import dev.postern.invoker.ServiceToolCases;
import dev.postern.message.Json;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.ReceivedRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
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
  void theLoggerShowsAsMuchAsItsLevelSaysAndNoSecrets() {
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
    assertThat(full.get(1)).contains("{\"you said\": \"[secret]\"}");
    assertThat(full.toString()).doesNotContain("s3cr3t", "1234567890123");
  }

  private List<String> logged(String line, String more) {
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
      var result = call(tool(SCHEMA, line(line, more)), "{\"id\": 77}");
      assertThat(result.isError()).isFalse();
      assertThat(result.json().toString()).contains("you said");
    } finally {
      logger.removeHandler(handler);
    }
    return lines;
  }
}
