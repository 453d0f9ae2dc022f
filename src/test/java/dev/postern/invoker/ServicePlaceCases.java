package dev.postern.invoker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Tool;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.security.Principal;
import dev.postern.testing.service.ReceivedRequest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Placeholders with a path, a default and a style, in every place but the body. */
public abstract class ServicePlaceCases extends ServiceToolCases {
  private static final String ANY =
      "{\"type\": \"object\", \"properties\": {\"a\": {}, \"b\": {}, \"c\": {}}}";

  private String target(String path, String more, String arguments) {
    CallToolResult result = call(tool(ANY, block(path, more)), arguments);
    assertThat(result.isError()).as(result.json().toString()).isFalse();
    return service.last().target();
  }

  private String query(String query, String arguments) {
    String target = target("/q", "\"query\": {" + query + "}", arguments);
    return target.length() == 2 ? "" : target.substring(3);
  }

  private String refusal(String path, String more, String arguments) {
    service.forget();
    var facts = failure(call(tool(ANY, block(path, more)), arguments));
    assertThat(facts.path("error").asText()).isEqualTo("bad_argument");
    assertThat(service.requests()).isEmpty();
    return facts.at("/problems/0/pointer").asText() + " " + facts.path("message").asText();
  }

  @Test
  void aPlaceholderReachesIntoArraysAndObjects() {
    String args =
        "{\"a\": {\"b\": [{\"c.d\": 7, \"x y\": true}, [1, [\"deep\"]]]}, \"b\": [null, \"two\"]}";
    assertThat(
            query(
                "\"p\": \"{{args.a.b[0]['c.d']}}\", \"q\": \"{{args.a.b[0]['x y']}}\","
                    + " \"r\": \"{{args.a.b[1][1][0]}}\", \"s\": \"{{args.b[1]}}\","
                    + " \"gone\": \"{{args.b[2]}}\", \"nil\": \"{{args.b[0]}}\","
                    + " \"no\": \"{{args.a[0]}}\"",
                args))
        .isEqualTo("p=7&q=true&r=deep&s=two");
    assertThat(
            refusal("/q", "\"headers\": {\"X-A\": \"{{args.b[1]}}\"}", "{\"b\": [0, \"a\\nb\"]}"))
        .startsWith("/b/1 The argument \"b[1]\" must not contain line breaks");
  }

  @Test
  void anElementInAPathMustBeThereForCertain() {
    String schema =
        "{\"type\": \"object\", \"required\": [\"l\"], \"properties\": {\"l\": {\"type\":"
            + " \"array\", \"minItems\": 2, \"prefixItems\": [{\"type\": \"string\"}, {\"type\":"
            + " \"object\", \"required\": [\"id\"], \"properties\": {\"id\": {}}}]}}}";
    call(tool(schema, block("/x/{l[0]}/{{args.l[1].id}}", "")), "{\"l\": [\"a/b\", {\"id\": 1}]}");
    assertThat(service.last().target()).isEqualTo("/x/a%2Fb/1");
    assertThat(problems(schema, block("/x/{l[2]}", "")))
        .singleElement()
        .asString()
        .contains("args.l[2] (at 3) may be absent");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{} ; /p/metric?u=metric&n=5",
        "{\"unit\": null, \"n\": null} ; /p/metric?u=metric&n=5",
        "{\"unit\": \"\u00e9\", \"n\": 0} ; /p/%C3%A9?u=%C3%A9&n=0"
      })
  void aDefaultStandsInForAbsentAndNull(String arguments, String target) {
    String schema =
        "{\"type\": \"object\", \"properties\": {\"unit\": {\"type\": [\"string\", \"null\"]},"
            + " \"n\": {\"type\": [\"integer\", \"null\"], \"default\": 5}}}";
    call(
        tool(
            schema,
            block(
                "/p/{unit|metric}",
                "\"query\": {\"u\": \"{{args.unit|metric}}\", \"n\": \"{{args.n}}\"}")),
        arguments);
    assertThat(service.last().target()).isEqualTo(target);
  }

  @Test
  void aDefaultHasTheTypeThatTheSchemaGivesTheArgument() {
    String schema =
        "{\"type\": \"object\", \"properties\": {\"n\": {\"type\": \"integer\"}, \"s\": {\"type\":"
            + " \"string\", \"default\": \"schema\"}, \"b\": {\"type\": \"boolean\"}, \"l\":"
            + " {\"type\": \"array\"}, \"o\": {\"type\": \"object\"}, \"x\": {}}}";
    call(
        tool(
            schema,
            block(
                "/p",
                "\"method\": \"POST\", \"body\": {\"n\": \"{{args.n|10}}\", \"s\":"
                    + " \"{{args.s|10}}\", \"b\": \"{{args.b|false}}\", \"l\": \"{{args.l|[]}}\","
                    + " \"o\": \"{{args.o|'{}'}}\", \"x\": \"{{args.x|1.50}}\", \"y\":"
                    + " \"{{args.x|007}}\", \"z\": \"{{args.x|null}}\", \"t\":"
                    + " \"{{args.x|'1'}}\"}")),
        "{}");
    assertThat(service.last().bodyText())
        .isEqualTo(
            "{\"n\":10,\"s\":\"10\",\"b\":false,\"l\":[],\"o\":{},\"x\":1.50,\"y\":\"007\","
                + "\"z\":null,\"t\":\"1\"}");
  }

  @Test
  void theClientIsKnownByItsNameVersionAndPrincipal() throws Exception {
    Tool tool =
        tool(
            ANY,
            block(
                "/by/{{client.principal|nobody}}",
                "\"query\": {\"n\": \"{{client.name}}\", \"v\": \"{{client.version}}\"},"
                    + " \"headers\": {\"X-By\": \"{{client.name|unknown}} {{client.version}}\"}"));
    call(tool, "{}");
    assertThat(service.last().target()).isEqualTo("/by/nobody");
    assertThat(service.last().header("X-By")).isEqualTo("unknown");
    Said said = new Said("agent", "1.0 beta");
    tool.binding().call(new Call(Json.object(), new Principal("a/b"), said));
    assertThat(service.last().target()).isEqualTo("/by/a%2Fb?n=agent&v=1.0%20beta");
    assertThat(service.last().header("X-By")).isEqualTo("agent 1.0 beta");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "a:b@c,d=e ; a:b@c,d=e",
        "x/y?z#1 ; x%2Fy%3Fz%231",
        "100% ; 100%25",
        "a+b c ; a+b%20c",
        "%2F ; %252F",
        "[\u00e9] ; %5B%C3%A9%5D"
      })
  void aReservedPlaceholderKeepsWhatMeansNothingInASegment(String value, String written) {
    String schema = schema("[\"v\"]", "v");
    call(tool(schema, block("/p/{+v}/{{+args.v}}:undo", "")), Json.object().put("v", value));
    assertThat(service.last().target()).isEqualTo("/p/" + written + "/" + written + ":undo");
    assertThat(service.last().segments()).containsExactly("p", value, value + ":undo");
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", "..;x", ";x", "", "."})
  void aReservedPlaceholderIsOneSegmentStill(String value) {
    assertThat(refusal("/p/{+a|x}", "", Json.object().put("a", value).toString()))
        .startsWith("/a ");
  }

  @Test
  void aReservedPlaceholderInAQueryStaysOneValue() {
    String value = "a/b?c:d@e,f&g=h+i#j%20";
    assertThat(query("\"q\": \"{{+args.a}}\"", Json.object().put("a", value).toString()))
        .isEqualTo("q=a/b?c:d@e,f%26g%3Dh%2Bi%23j%2520");
    assertThat(service.last().queryValues("q")).containsExactly(value);
    assertThat(target("/q?in={+a}", "", "{\"a\": \"x:y/z\"}")).isEqualTo("/q?in=x:y/z");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "[\"src\", \"a/b\", 1, \"x y\"] ; /f/src/a%2Fb/1/x%20y/end",
        "\"src/a b/c?d\" ; /f/src/a%20b/c%3Fd/end",
        "[] ; /f/end",
        "null ; /f/end",
        "7 ; /f/7/end"
      })
  void aRestOfAPathIsMadeOfSegments(String value, String target) {
    assertThat(target("/f{/a*}/end", "", "{\"a\": " + value + "}")).isEqualTo(target);
    assertThat(target("/f{{/args.a*}}", "", "{\"a\": " + value + "}") + "/end").isEqualTo(target);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"a/../b\"",
        "\"../b\"",
        "\"/b\"",
        "\"b/\"",
        "\"a//b\"",
        "\"\"",
        "[\"..\"]",
        "[\".\"]",
        "[\"\"]",
        "[null]",
        "[[\"a\"]]",
        "{}"
      })
  void aRestOfAPathGoesDownOnly(String value) {
    assertThat(refusal("/f{/a*}", "", "{\"a\": " + value + "}")).startsWith("/a ");
  }

  @Test
  void aRestOfAPathMayFollowTheHostAndNothingElse() {
    String block = "{\"baseUrl\": \"%s\", \"path\": \"{/a*}\"}".formatted(service.url());
    call(tool(ANY, block), "{\"a\": \"x/y\"}");
    assertThat(service.last().target()).isEqualTo("/x/y");
    call(tool(ANY, block), "{}");
    assertThat(service.last().target()).isEqualTo("/");
    call(
        tool(ANY, block.replace("}\"}", "}?k=1\", \"query\": {\"b\": \"{{args.b}}\"}}")),
        "{\"b\": 2}");
    assertThat(service.last().target()).isEqualTo("/?k=1&b=2");
    for (String path : List.of("/f/{/a*}", "/f{/a*}x", "/f{/a*}{b|x}", "/f{/a}", "/f?q={/a*}")) {
      assertThat(problems(ANY, block(path, ""))).as(path).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "form ;  ; [\"a,b\", null, 2] ; k=a%2Cb&k=2",
        "form ; true ; {\"r\": 100, \"g b\": [1, 2], \"n\": null, \"o\": {\"x\": 1}} ;"
            + " r=100&g%20b=1&g%20b=2&o=%7B%22x%22%3A1%7D",
        "form ; false ; [\"a,b\", null, 2] ; k=a%2Cb,2",
        "form ; false ; {\"R\": 100, \"G\": \"x\"} ; k=R,100,G,x",
        "form ; false ; \"plain,\" ; k=plain%2C",
        "form ; false ; [] ; ~~",
        "form ; false ; [null] ; ~~",
        "form ; false ; null ; ~~",
        "spaceDelimited ; ; [\"a\", 1.50, true] ; k=a%201.50%20true",
        "spaceDelimited ; false ; {\"R\": 1} ; k=R%201",
        "pipeDelimited ; ; [\"a b\", 1000000] ; k=a%20b%7C1000000",
        "deepObject ; ; {\"a\": 1, \"b\": {\"c\": \"x y\", \"d\": [1, 2]}, \"n\": null} ;"
            + " k%5Ba%5D=1&k%5Bb%5D%5Bc%5D=x%20y&k%5Bb%5D%5Bd%5D=1&k%5Bb%5D%5Bd%5D=2",
        "deepObject ; true ; \"x\" ; k=x"
      })
  void queriesAreWrittenInOpenApisStyles(
      String style, String explode, String value, String expected) {
    String more = explode == null ? "" : ", \"explode\": " + explode;
    assertThat(
            query(
                "\"k\": {\"value\": \"{{args.a}}\", \"style\": \"" + style + "\"" + more + "}",
                "{\"a\": " + value + "}"))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "spaceDelimited ; [\"a b\"]",
        "pipeDelimited ; [\"a|b\"]",
        "pipeDelimited ; {\"a|b\": 1}",
        "pipeDelimited ; [\"\"]",
        "deepObject ; {\"a]\": 1}",
        "deepObject ; {\"a\": [{}]}"
      })
  void aPartThatCouldNotBeToldFromTwoIsRefused(String style, String value) {
    assertThat(
            refusal(
                "/q",
                "\"query\": {\"k\": {\"value\": \"{{args.a}}\", \"style\": \"" + style + "\"}}",
                "{\"a\": " + value + "}"))
        .startsWith("/a ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{\"style\": \"form\"} ; /value: is missing",
        "{\"value\": \"x{{args.a}}\", \"style\": \"form\"} ; /value: must be exactly one"
            + " placeholder",
        "{\"value\": \"{{args.a}}\", \"style\": \"pipes\"} ; /style: ",
        "{\"value\": \"{{args.a}}\", \"style\": \"deepObject\", \"explode\": false} ; /explode:"
            + " must be true",
        "{\"value\": \"{{args.a}}\", \"style\": \"pipeDelimited\", \"explode\": true} ; /explode:"
            + " must be false",
        "{\"value\": \"{{args.a}}\", \"explode\": 1} ; /explode: must be true or false",
        "{\"value\": \"{{args.z}}\"} ; /value: the placeholder args.z",
        "{\"value\": \"{{args.a}}\", \"sytle\": \"form\"} ; /sytle: is not a known key"
      })
  void aStyleThatIsNoneIsRefusedWithItsPlace(String json, String problem) {
    assertThat(problems(ANY, block("/q", "\"query\": {\"k/k\": " + json + "}")))
        .singleElement()
        .asString()
        .startsWith("/" + type() + "/query/k~1k" + problem);
  }

  @Test
  void cookiesAreOneHeader() {
    Tool tool =
        tool(
            ANY,
            block(
                "/c",
                "\"cookies\": {\"sid\": \"{{args.a}}\", \"lang\": \"{{args.b|en}}\", \"n\":"
                    + " 1000000, \"t\": \"{{secrets.NUMBER}}\"}"));
    call(tool, "{\"a\": null}");
    assertThat(service.last().headers("Cookie"))
        .containsExactly("lang=en; n=1000000; t=1234567890123");
    call(tool, "{\"a\": \"a=b/c+d\", \"b\": [1, {\"x\": \"y;z\"}]}");
    assertThat(service.last().header("Cookie"))
        .isEqualTo("sid=a=b/c+d; lang=[1%2C{%22x%22:%22y%3Bz%22}]; n=1000000; t=1234567890123");
    Tool optional = tool(ANY, block("/c", "\"cookies\": {\"sid\": \"{{args.a}}\"}"));
    call(optional, "{}");
    assertThat(service.last().headers("Cookie")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "; admin=1",
        "a\r\nX-Evil: 1",
        "a b",
        "\"q\"",
        "100%",
        "a,b\\c",
        "\u670d\ud83d\ude00"
      })
  void aCookieStaysOneCookie(String value) {
    call(
        tool(ANY, block("/c", "\"cookies\": {\"sid\": \"{{args.a}}\", \"z\": \"1\"}")),
        Json.object().put("a", value));
    ReceivedRequest request = service.last();
    String[] pairs = request.header("Cookie").split("; ");
    assertThat(pairs).hasSize(2);
    assertThat(
            java.net.URLDecoder.decode(
                pairs[0].substring(4).replace("+", "%2B"), java.nio.charset.StandardCharsets.UTF_8))
        .isEqualTo(value);
    assertThat(pairs[1]).isEqualTo("z=1");
    assertThat(request.headers("X-Evil")).isEmpty();
  }

  @Test
  void cookiesAreCheckedWhenTheToolIsLoaded() {
    assertThat(
            problems(
                ANY,
                block(
                    "/c",
                    "\"headers\": {\"Cookie\": \"a=b\"}, \"cookies\": {\"a b\": \"1\","
                        + " \"{{args.a}}\": \"1\", \"z\": \"{{args.z}}\", \"o\": {}}")))
        .extracting(problem -> problem.substring(0, problem.indexOf(": ")))
        .containsExactlyInAnyOrder(
            "/" + type() + "/cookies",
            "/" + type() + "/cookies/a b",
            "/" + type() + "/cookies/{{args.a}}",
            "/" + type() + "/cookies/z",
            "/" + type() + "/cookies/o");
  }

  @ParameterizedTest
  @ValueSource(strings = {" lead", "trail ", " "})
  void spacesThatAHeaderWouldLoseAreRefused(String value) {
    ObjectNode arguments = Json.object().put("a", value);
    assertThat(refusal("/h", "\"headers\": {\"X-A\": \"{{args.a}}\"}", arguments.toString()))
        .startsWith("/a ")
        .contains("would lose it");
    arguments.put("b", "").put("c", "");
    assertThat(
            refusal(
                "/h",
                "\"headers\": {\"X-A\": \"{{args.b}}{{args.a}}{{args.c}}\"}",
                arguments.toString()))
        .startsWith("/a ")
        .contains("would lose it");
    call(tool(ANY, block("/h", "\"headers\": {\"X-A\": \"<{{args.a}}>\"}")), arguments);
    assertThat(service.last().header("X-A")).isEqualTo("<" + value + ">");
  }

  /** Fifty thousand characters before each of four hundred members would be twenty million. */
  @Test
  void noArgumentMultipliesAnother() {
    ObjectNode arguments = Json.object();
    ObjectNode members = arguments.putObject("a").putObject("n".repeat(50_000));
    for (int i = 0; i < 400; i++) {
      members.put("m" + i, i);
    }
    assertThat(
            refusal(
                "/q",
                "\"query\": {\"k\": {\"value\": \"{{args.a}}\", \"style\": \"deepObject\"}}",
                arguments.toString()))
        .startsWith("/a ")
        .contains("would make the request longer");
  }
}
