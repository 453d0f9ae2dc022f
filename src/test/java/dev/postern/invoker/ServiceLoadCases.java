package dev.postern.invoker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong with a tool is found when it is loaded, all at once, each with its pointer. */
public abstract class ServiceLoadCases extends ServiceToolCases {
  private static final String SCHEMA = schema("[\"id\"]", "id", "optional");

  private List<String> problemsOf(String more) {
    return problems(SCHEMA, block("/x", more));
  }

  @Test
  void everythingWrongIsToldAtOnce() {
    List<String> problems =
        problems(
            SCHEMA,
            """
            {"baseUrl": "http://host.example", "path": "/x/{gone}/{optional}", "method": "FETCH",
             "query": {"a": "{{args.idd}}", "b": "{{", "c/d": null},
             "headers": {"Host": "x", "X-A": "{{arg.id}}", "x-a": "1", "Bad Name": "x",
                         "X-S": "{{secrets.GONE}}", "X-L": "a\\r\\nb"},
             "body": {"a": [{"b": "{{args.}}"}], "{{args.id}}": 1},
             "timeoutMs": 0, "tiemoutMs": 5}
            """);
    String block = "/" + type();
    assertThat(problems.stream().map(problem -> problem.substring(0, problem.indexOf(": "))))
        .containsExactlyInAnyOrder(
            block + "/tiemoutMs",
            block + "/method",
            block + "/query/a",
            block + "/query/b",
            block + "/query/c~1d",
            block + "/path",
            block + "/path",
            block + "/body/a/0/b",
            block + "/body/{{args.id}}",
            block + "/headers/Host",
            block + "/headers/X-A",
            block + "/headers/x-a",
            block + "/headers/Bad Name",
            block + "/headers/X-S",
            block + "/headers/X-L",
            block + "/timeoutMs");
    assertThat(String.join("\n", problems))
        .contains("did you mean \"timeoutMs\"?")
        .contains("did you mean \"id\"?")
        .contains("args.gone (at 3) can never be filled: inputSchema has no property \"gone\"")
        .contains("args.optional (at 10) may be absent")
        .contains("POSTERN_SECRET_GONE")
        .contains("java:comp/env/postern/secrets/GONE")
        .contains("placeholders begin with args, secrets, input or client");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://{{args.id}}/x",
        "http://{id}.example/x",
        "http://host.example:{{args.id}}/x",
        "http://host.example{{args.id}}",
        "{{args.id}}://host.example/",
        "{{args.id}}",
        "http://{{secrets.TOKEN}}/",
        "ftp://host.example/",
        "host.example/x",
        "/x",
        "",
        "http://",
        "http:///x",
        "http://user:pass@host.example/",
        "http://host.example:0/",
        "http://host.example:70000/",
        "http://host.example:8a/",
        "http://ho st.example/",
        "http://host.example\\\\x",
        "http://host.example/a/../b",
        "http://host.example/a/%2E%2e/b",
        "http://host.example/./b",
        "http://host.example/x#top",
        "http://host.example/x{",
        "http://host.example/x}",
        "http://host.example/{{secrets.TOKEN}}",
        "http://host.example/?{{args.id}}=1",
        "http://host.example/?a{{args.id}}=1",
        "http://[::1/x"
      })
  void aUrlThatCannotBeTrustedIsRefused(String url) {
    assertThat(problems(SCHEMA, "{\"baseUrl\": \"" + url + "\"}"))
        .singleElement()
        .asString()
        .startsWith("/" + type() + "/baseUrl: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://my_service:8080/x",
        "HTTPS://Host.Example",
        "http://[::1]:80/x",
        "http://b\u00fccher.example/",
        "http://host.example/?a={id}&b={optional}",
        "http://host.example/x-{id}.json"
      })
  void aGoodUrlIsTaken(String url) {
    assertThat(problems(SCHEMA, "{\"baseUrl\": \"" + url + "\"}")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host",
        "content-length",
        "Transfer-Encoding",
        "Connection",
        "Upgrade",
        "Expect",
        "X:Y",
        "X Y",
        "X\\r\\nY",
        "\u00e9",
        "X-{{args.id}}",
        ""
      })
  void aHeaderThatIsNotTheToolsIsRefused(String name) {
    assertThat(problemsOf("\"headers\": {\"" + name + "\": \"x\"}")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "args.a.b ; is no object in inputSchema",
        "args.o.y ; has no property \"y\"",
        "args.list.0 ; is no object in inputSchema",
        "args.never ; has no property",
        "client.nam ; is not known; there is client.name, client.version, client.principal and",
        "client.name.first ; is not known",
        "client ; is not known",
        "nobody.name ; is not known here",
        "secrets ; must name one key",
        "secrets.a.b ; must name one key",
        "secrets.SHORT ; shorter than",
        "args.a[0] ; is no array in inputSchema",
        "args[0] ; inputSchema is no array",
        "args.pair[2] ; has no element 2",
        "args.list[0].x ; is no object in inputSchema",
        "args.n|metric ; has the default \"metric\", but the argument is of type integer",
        "args.n|1.5 ; has the default 1.5",
        "args|x ; must not have a default",
        "secrets.TOKEN|x ; must not have a default",
        "/args.a* ; must not be a rest of a path here",
        "args.a:b ; has \":\" in a name",
        "args.a|'x ; is not one text in single quotes"
      })
  void aPlaceholderThatCannotBeFilledIsRefused(String placeholder, String why) {
    String schema =
        "{\"type\": \"object\", \"properties\": {\"a\": {\"type\": \"string\"}, \"never\": false,"
            + " \"n\": {\"type\": \"integer\"}, \"pair\": {\"type\": \"array\", \"maxItems\": 2},"
            + " \"list\": {\"type\": \"array\", \"items\": {\"type\": \"string\"}}, \"o\":"
            + " {\"type\": \"object\", \"properties\": {\"x\": true}, \"additionalProperties\":"
            + " false}}}";
    assertThat(problems(schema, block("/x", "\"query\": {\"q\": \"{{" + placeholder + "}}\"}")))
        .singleElement()
        .asString()
        .startsWith("/" + type() + "/query/q: ")
        .contains(why);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\": \"object\"}",
        "{\"type\": \"object\", \"properties\": {\"b\": {}}, \"additionalProperties\": true}",
        "{\"type\": \"object\", \"properties\": {\"b\": {}}, \"patternProperties\": {\"^a\": {}}}",
        "{\"type\": \"object\", \"allOf\": [{\"properties\": {\"a\": {}}}]}",
        "{\"type\": \"object\", \"anyOf\": [{\"properties\": {\"b\": {}}}, {\"$ref\":"
            + " \"#/$defs/x\"}], \"$defs\": {\"x\": {\"properties\": {\"a\": true}}}}",
        "{\"type\": \"object\", \"if\": {}, \"then\": {\"properties\": {\"a\": {}}}}"
      })
  void whereASchemaLeavesRoomAPlaceholderIsTaken(String schema) {
    assertThat(problems(schema, block("/x", "\"query\": {\"q\": \"{{args.a}}\"}"))).isEmpty();
    assertThat(problems(schema, block("/x/{a}", ""))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\": \"object\", \"properties\": {\"id\": {}, \"a\": {\"$ref\": \"#\"}}}",
        "{\"type\": \"object\", \"properties\": {\"a\": {\"$ref\": \"#who\"}}, \"$defs\": {\"w\":"
            + " {\"$anchor\": \"who\", \"properties\": {\"id\": {}}}}}",
        "{\"type\": \"object\", \"properties\": {\"a\": {\"$ref\": \"#/$defs/a%20b\"}}, \"$defs\":"
            + " {\"a b\": {\"properties\": {\"id\": {}}}}}",
        "{\"type\": \"object\", \"properties\": {\"b\": {}, \"a\": {\"properties\": {\"x\": {}},"
            + " \"dependentSchemas\": {\"x\": {\"properties\": {\"id\": {}}}}}}}"
      })
  void aReferenceIsFollowedWhereverItLeads(String schema) {
    String query = "\"query\": {\"q\": \"{{args.a.%s}}\"}";
    assertThat(problems(schema, block("/x", query.formatted("id")))).isEmpty();
    assertThat(problems(schema, block("/x", query.formatted("idd"))))
        .singleElement()
        .asString()
        .contains("can never be filled");
  }

  @Test
  void circlesOfReferencesAreFollowedOnce() {
    StringBuilder defs = new StringBuilder();
    String all = "{\"$ref\":\"#/$defs/d0\"}";
    for (int i = 0; i < 12; i++) {
      all += ",{\"$ref\":\"#/$defs/d" + i + "\"}";
    }
    for (int i = 0; i < 12; i++) {
      defs.append(i == 0 ? "" : ",").append("\"d" + i + "\": {\"anyOf\": [" + all + "]}");
    }
    String schema =
        "{\"type\": \"object\", \"properties\": {\"id\": {\"$ref\": \"#/$defs/d1\"}}, \"$defs\": {"
            + defs
            + "}}";
    org.junit.jupiter.api.Assertions.assertTimeoutPreemptively(
        java.time.Duration.ofSeconds(20),
        () ->
            assertThat(problems(schema, block("/x", "\"query\": {\"q\": \"{{args.id.x}}\"}")))
                .hasSize(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"TRACE", "CONNECT", "FETCH", "G ET", ""})
  void aMethodThatNoToolNeedsIsRefused(String method) {
    assertThat(problemsOf("\"method\": \"" + method + "\""))
        .singleElement()
        .asString()
        .startsWith("/" + type() + "/method: must be one of [GET, POST, PUT,");
  }

  @Test
  void wrongTypesAreNamed() {
    assertThat(problems(SCHEMA, "[]")).containsExactly("/" + type() + ": must be an object");
    assertThat(problems(SCHEMA, "{}")).hasSize(1);
    assertThat(problems(SCHEMA, "{\"baseUrl\": 5}")).hasSize(1);
    for (String more :
        List.of(
            "\"query\": []",
            "\"headers\": \"x\"",
            "\"query\": {\"a\": {}}",
            "\"headers\": {\"A\": []}",
            "\"timeoutMs\": \"5\"",
            "\"timeoutMs\": 600001",
            "\"timeoutMs\": 1.5",
            "\"method\": 5",
            "\"body\": {}",
            "\"method\": \"HEAD\", \"body\": {}",
            "\"method\": \"POST\", \"body\": {}, \"headers\": {\"Content-Type\": \"text/xml\"}",
            "\"headers\": {\"X-A\": \"{{secrets.LINES}}\"}")) {
      assertThat(problemsOf(more)).as(more).hasSize(1);
    }
  }

  @Test
  void aProblemNeverShowsASecret() {
    assertThat(problemsOf("\"headers\": {\"X-A\": \"{{secrets.LINES}}{{args.x}}\"}").toString())
        .doesNotContain("lines\r", "two");
  }
}
