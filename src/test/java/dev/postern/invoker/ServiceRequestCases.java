package dev.postern.invoker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Tool;
import dev.postern.message.Json;
import dev.postern.testing.service.ReceivedRequest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From arguments to the bytes that arrive. */
public abstract class ServiceRequestCases extends ServiceToolCases {
  private static final String ONE = schema("[\"v\"]", "v");
  private static final String OPTIONAL = schema("[]", "a", "b");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "a/b",
        "../../admin",
        "..\\x",
        "...",
        "%2e%2e",
        "%2F",
        "100%",
        "a b+c",
        "?x=1&y=2#z",
        "http://evil.example/x",
        "//evil.example",
        "@evil.example",
        ";jsessionid=1",
        "..;x",
        "{v}",
        "{{args.v}}",
        "{{secrets.TOKEN}}",
        "a,b;c:d@e!f$g'h(i)*j",
        "\u670d\u52a1\u5668\u4fe1\u606f",
        "\ud83d\ude00",
        "e\u0301\u00e9",
        "<script>\"'`|^[]",
        "\u0000\u0001\r\nX-Evil: 1",
        " lead and trail ",
        "null",
        "[1,2]"
      })
  void aValueArrivesAsItselfInPathAndQueryAndBody(String value) {
    Tool tool =
        tool(
            ONE,
            block(
                "/x/{v}/y/pre-{{args.v}}-post?in={{args.v}}&k=v",
                "\"method\": \"POST\", \"query\": {\"q\": \"{{args.v}}\", \"mixed\": \"<{{args.v}}>\"},"
                    + " \"body\": {\"exact\": \"{{args.v}}\", \"mixed\": \"<{{args.v}}>\"}"));
    ObjectNode arguments = Json.object().put("v", value);
    assertThat(call(tool, arguments).isError()).isFalse();
    ReceivedRequest request = service.last();
    assertThat(request.requestLine()).matches("POST /x/[!-~]+ HTTP/1\\.1");
    assertThat(request.segments()).containsExactly("x", value, "y", "pre-" + value + "-post");
    assertThat(request.queryValues("in")).containsExactly(value);
    assertThat(request.queryValues("k")).containsExactly("v");
    assertThat(request.queryValues("q")).containsExactly(value);
    assertThat(request.queryValues("mixed")).containsExactly("<" + value + ">");
    assertThat(request.query().split("&")).hasSize(4);
    assertThat(json(request.bodyText()))
        .isEqualTo(Json.object().put("exact", value).put("mixed", "<" + value + ">"));
    assertThat(request.headers("X-Evil")).isEmpty();
    assertThat(request.headers("Host")).containsExactly("127.0.0.1:" + service.port());
    assertThat(service.requests()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", ".."})
  void aValueThatWouldChangeThePathsShapeIsRefused(String value) {
    Tool tool = tool(ONE, block("/x/{v}/y", ""));
    var facts = failure(call(tool, Json.object().put("v", value)));
    assertThat(facts.path("error").asText()).isEqualTo("bad_argument");
    assertThat(facts.at("/problems/0/pointer").asText()).isEqualTo("/v");
    assertThat(service.requests()).isEmpty();
  }

  @Test
  void partsOfASegmentCannotJoinToDots() {
    for (String path : List.of("/x/.{v}", "/x/%2e{v}", "/x/{v}{v}", "/x/.{v};p=1")) {
      var facts = failure(call(tool(ONE, block(path, "")), Json.object().put("v", ".")));
      assertThat(facts.path("message").asText()).contains("\"..\"").contains("\"v\"");
    }
    assertThat(service.requests()).isEmpty();
  }

  @Test
  void aPathTakesNoContainersAndNoNull() {
    Tool tool = tool(ONE, block("/x/{v}", ""));
    for (String value : List.of("null", "[]", "{}", "[\"a\"]")) {
      var facts = failure(call(tool, "{\"v\": " + value + "}"));
      assertThat(facts.path("error").asText()).isEqualTo("bad_argument");
    }
    failure(call(tool, "{}"));
    assertThat(service.requests()).isEmpty();
  }

  @Test
  void halfASurrogatePairIsRefusedWhereItHasNoForm() {
    ObjectNode arguments = Json.object().put("v", "a\ud800b");
    for (String more :
        List.of("\"query\": {\"q\": \"{{args.v}}\"}", "\"headers\": {\"X-V\": \"{{args.v}}\"}")) {
      var facts = failure(call(tool(ONE, block("/x", more)), arguments));
      assertThat(facts.path("error").asText()).isEqualTo("bad_argument");
    }
    failure(call(tool(ONE, block("/x/{v}", "")), arguments));
    assertThat(service.requests()).isEmpty();
    call(tool(ONE, block("/x", "\"method\": \"POST\", \"body\": \"{{args.v}}\"")), arguments);
    assertThat(json(service.last().bodyText()).textValue()).isEqualTo("a\ud800b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1000000", "1e6", "-0.10", "12345678901234567890123", "0.1", "5E-7", "1.50", "0"})
  void numbersKeepTheirFormAndValue(String number) {
    Tool tool =
        tool(
            ONE,
            block(
                "/n/{v}",
                "\"method\": \"PUT\", \"query\": {\"q\": \"{{args.v}}\"}, \"headers\": {\"X-N\":"
                    + " \"{{args.v}}\"}, \"body\": {\"n\": \"{{args.v}}\", \"t\": \"no {{args.v}}\"}"));
    assertThat(call(tool, "{\"v\": " + number + "}").isError()).isFalse();
    String plain = new java.math.BigDecimal(number).toPlainString();
    ReceivedRequest request = service.last();
    assertThat(request.path()).isEqualTo("/n/" + plain);
    assertThat(request.queryValues("q")).containsExactly(plain);
    assertThat(request.header("X-N")).isEqualTo(plain);
    assertThat(json(request.bodyText()).path("n").decimalValue())
        .isEqualTo(new java.math.BigDecimal(number));
    assertThat(json(request.bodyText()).path("t").asText()).isEqualTo("no " + plain);
  }

  @Test
  void anEnormousExponentStaysSmallAndExact() {
    Tool tool =
        tool(
            ONE,
            block(
                "/n",
                "\"method\": \"POST\", \"query\": {\"q\": \"{{args.v}}\"}, \"body\": {\"n\": \"{{args.v}}\"}"));
    assertThat(call(tool, "{\"v\": 1e999999999}").isError()).isFalse();
    assertThat(service.last().queryValues("q")).containsExactly("1E+999999999");
    assertThat(service.last().bodyText()).isEqualTo("{\"n\":1E+999999999}");
  }

  @Test
  void aBodyKeepsTypesAndDropsWhatIsAbsent() {
    Tool tool =
        tool(
            schema("[]", "t", "n", "b", "o", "l", "z", "gone"),
            block(
                "/b",
                "\"method\": \"POST\", \"body\": {\"t\": \"{{args.t}}\", \"n\": \"{{ args.n }}\","
                    + " \"b\": \"{{args.b}}\", \"o\": \"{{args.o}}\", \"l\": \"{{args.l}}\","
                    + " \"z\": \"{{args.z}}\", \"gone\": \"{{args.gone}}\", \"long\": \"{{args.gone}} tail\","
                    + " \"list\": [1, \"{{args.gone}}\", \"{{args.n}}\"], \"deep\": {\"in\": \"{{args.gone}}\"},"
                    + " \"const\": {\"k\": [true, null, 1.10]}, \"brace\": \"{{'{{'}}args.t}}\"}"));
    call(
        tool,
        "{\"t\": \"x\", \"n\": 1.10, \"b\": false, \"o\": {\"k\": [1, {}]}, \"l\": [], \"z\": null}");
    assertThat(service.last().bodyText())
        .isEqualTo(
            "{\"t\":\"x\",\"n\":1.10,\"b\":false,\"o\":{\"k\":[1,{}]},\"l\":[],\"z\":null,"
                + "\"list\":[1,1.10],\"deep\":{},\"const\":{\"k\":[true,null,1.10]},"
                + "\"brace\":\"{{args.t}}\"}");
    assertThat(service.last().headers("Content-Type")).containsExactly("application/json");
  }

  @Test
  void theWholeArgumentsCanBeTheBodyAndABodyCanDropOut() {
    Tool whole = tool(OPTIONAL, block("/b", "\"method\": \"POST\", \"body\": \"{{args}}\""));
    call(whole, "{\"a\": 1, \"c\": [2]}");
    assertThat(service.last().bodyText()).isEqualTo("{\"a\":1,\"c\":[2]}");
    Tool part = tool(OPTIONAL, block("/b", "\"method\": \"POST\", \"body\": \"{{args.a}}\""));
    call(part, "{}");
    assertThat(service.last().body()).isEmpty();
    assertThat(service.last().header("Content-Type")).isNull();
  }

  @Test
  void nestedArgumentsAndDefaultsAreFound() {
    String schema =
        "{\"type\": \"object\", \"required\": [\"who\"], \"properties\": {"
            + "\"who\": {\"$ref\": \"#/$defs/who\"}, \"unit\": {\"type\": \"string\", \"default\": \"metric\"}},"
            + "\"$defs\": {\"who\": {\"type\": \"object\", \"required\": [\"id\"], \"properties\": {"
            + "\"id\": {\"type\": \"integer\"}, \"mail\": {\"type\": \"string\"}}}}}";
    Tool tool =
        tool(
            schema,
            block(
                "/users/{who.id}/{{args.unit}}",
                "\"query\": {\"m\": \"{{args.who.mail}}\", \"u\": \"{{args.unit}}\"}"));
    call(tool, "{\"who\": {\"id\": 7}}");
    assertThat(service.last().target()).isEqualTo("/users/7/metric?u=metric");
    call(tool, "{\"who\": {\"id\": 7, \"mail\": \"a@b.example\"}, \"unit\": \"imperial\"}");
    assertThat(service.last().target()).isEqualTo("/users/7/imperial?m=a%40b.example&u=imperial");
  }

  @Test
  void queriesDropRepeatAndKeepOrder() {
    Tool tool =
        tool(
            OPTIONAL,
            block(
                "/q?flag&z=1&url={{args.a}}&z=%202",
                "\"query\": {\"a\": \"{{args.a}}\", \"b\": \"b:{{args.b}}\", \"k e&y\": \"v=\u00e9 +\","
                    + " \"n\": 10, \"t\": true, \"m\": [\"1\", \"{{args.b}}\", \"3\"]}"));
    call(tool, "{}");
    assertThat(service.last().target())
        .isEqualTo("/q?flag&z=1&z=%202&k%20e%26y=v%3D%C3%A9%20%2B&n=10&t=true&m=1&m=3");
    call(tool, "{\"a\": [\"x\", null, 2, {\"k\": 1}], \"b\": null}");
    assertThat(service.last().queryValues("url")).containsExactly("x", "2", "{\"k\":1}");
    assertThat(service.last().queryValues("a")).containsExactly("x", "2", "{\"k\":1}");
    assertThat(service.last().queryValues("b")).isEmpty();
    call(tool, "{\"a\": [], \"b\": \"\"}");
    assertThat(service.last().queryValues("a")).isEmpty();
    assertThat(service.last().queryValues("b")).containsExactly("b:");
    assertThat(service.last().queryValues("m")).containsExactly("1", "", "3");
  }

  @Test
  void headersArriveInUtf8AndDropOut() {
    Tool tool =
        tool(
            OPTIONAL,
            block(
                "/h",
                "\"headers\": {\"X-A\": \"{{args.a}}\", \"X-B\": \"b {{args.b}}\", \"X-N\": 5, \"User-Agent\":"
                    + " \"me\", \"Authorization\": \"Bearer {{secrets.TOKEN}}\"}"));
    call(tool, "{\"a\": \"{x}, \u670d\u52a1 %41 {{args.b}}; q=1\"}");
    ReceivedRequest request = service.last();
    assertThat(request.headerInUtf8("X-A")).isEqualTo("{x}, \u670d\u52a1 %41 {{args.b}}; q=1");
    assertThat(request.header("X-B")).isNull();
    assertThat(request.header("X-N")).isEqualTo("5");
    assertThat(request.headers("User-Agent")).containsExactly("me");
    assertThat(request.headers("Authorization")).containsExactly("Bearer " + SECRET);
    assertThat(request.header("Accept")).startsWith("application/json");
    call(tool, "{\"b\": \"\"}");
    assertThat(service.last().header("X-A")).isNull();
    assertThat(service.last().header("X-B")).isEqualTo("b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\r\nX-Evil: 1", "a\nb", "a\rb", "a\u0000b", "a\tb", "a\u007fb"})
  void controlCharactersInHeadersAreRefused(String value) {
    Tool tool = tool(OPTIONAL, block("/h", "\"headers\": {\"X-A\": \"{{args.b}}{{args.a}}\"}"));
    var facts = failure(call(tool, Json.object().put("a", value).put("b", "fine")));
    assertThat(facts.path("error").asText()).isEqualTo("bad_argument");
    assertThat(facts.at("/problems/0/pointer").asText()).isEqualTo("/a");
    assertThat(facts.path("message").asText()).contains("X-A");
    assertThat(service.requests()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "post"})
  void everyMethodArrives(String method) {
    call(tool(OPTIONAL, block("/m", "\"method\": \"" + method + "\"")), "{}");
    assertThat(service.last().method()).isEqualTo(method.toUpperCase(java.util.Locale.ROOT));
    assertThat(service.last().body()).isEmpty();
  }

  @Test
  void baseUrlsAndPathsJoinWithOneSlash() {
    for (String path : List.of("/p/q", "p/q")) {
      for (String base : List.of("", "/")) {
        call(
            tool(
                OPTIONAL,
                "{\"baseUrl\": \"%s/api%s\", \"path\": \"%s\"}"
                    .formatted(service.url(), base, path)),
            "{}");
        assertThat(service.last().target()).isEqualTo("/api/p/q");
      }
    }
    call(tool(OPTIONAL, "{\"baseUrl\": \"%s\"}".formatted(service.url())), "{}");
    assertThat(service.last().target()).isEqualTo("/");
    call(tool(OPTIONAL, block("//x//caf\u00e9 %2f/", "")), "{}");
    assertThat(service.last().target()).isEqualTo("//x//caf%C3%A9%20%2f/");
  }

  @Test
  void onlyOwnHeadersGoOut() {
    call(tool(OPTIONAL, block("/", "")), "{}");
    assertThat(service.last().head().lines().skip(1).map(line -> line.split(":")[0]))
        .containsExactlyInAnyOrder("Accept", "Accept-Encoding", "Host", "Connection", "User-Agent");
    assertThat(service.last().header("User-Agent")).isEqualTo("Postern/test");
  }

  @Test
  void connectionsAreReused() {
    Tool tool = tool(OPTIONAL, block("/", ""));
    for (int i = 0; i < 20; i++) {
      call(tool, "{}");
    }
    assertThat(service.requests()).hasSize(20);
    assertThat(service.connections()).isEqualTo(1);
  }
}
