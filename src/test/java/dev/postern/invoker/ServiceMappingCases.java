package dev.postern.invoker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Tool;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.security.Principal;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.StreamedAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is made of answers, and whether it fits what was promised. */
public abstract class ServiceMappingCases extends ServiceToolCases {
  private static final String NONE = schema("[]");
  private static final String ORDERS =
      """
      {"total": 2, "page": {"orders": [
        {"id": 7, "customer": {"name": "Ann & <Co>"}, "sum": 1000000.0, "paid": true},
        {"id": 12345678901234567890, "customer": {"name": "Bo"}, "sum": 0.10, "paid": false}]},
       "nothing": null}\
      """;

  private CallToolResult mapped(String mapping, Answer answer) {
    return mapped(mapping, answer, "\"title\": \"x\"");
  }

  private CallToolResult mapped(String mapping, Answer answer, String more) {
    service.answer(answer);
    return call(tool(NONE, block("/", ""), "\"responseMapping\": " + mapping + ", " + more), "{}");
  }

  /** Text and data say the same. */
  private static void yields(CallToolResult result, String expected) {
    assertThat(result.isError()).as(result.json().toString()).isFalse();
    assertThat(text(result)).isEqualTo(expected);
    JsonNode data = json(expected);
    if (data.isObject()) {
      assertThat(result.json().get("structuredContent").toString()).isEqualTo(data.toString());
    } else {
      assertThat(result.json().has("structuredContent")).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"$.page.orders[0].customer\" | {\"name\":\"Ann & <Co>\"}",
        "\"$.page.orders[*].id\" | [7,12345678901234567890]",
        "\"$.page.orders[?(@.paid == true)].sum\" | [1000000.0]",
        "\"$..name\" | [\"Ann & <Co>\",\"Bo\"]",
        "\"$.total\" | 2",
        "\"$.nothing\" | null",
        "{\"n\": \"$.total\", \"who\": {\"first\": \"$.page.orders[0].customer.name\"}}"
            + " | {\"n\":2,\"who\":{\"first\":\"Ann & <Co>\"}}",
        "{\"n\": \"$.nowhere\", \"nil\": \"$.nothing\"} | {\"nil\":null}",
        "{\"each\": \"$.page.orders\", \"pick\": {\"no\": \"$.id\", \"sum\": \"$.sum\"}}"
            + " | [{\"no\":7,\"sum\":1000000.0},{\"no\":12345678901234567890,\"sum\":0.10}]",
        "{\"names\": {\"each\": \"$.page.orders[*]\", \"pick\": \"$.customer.name\"}}"
            + " | {\"names\":[\"Ann & <Co>\",\"Bo\"]}",
        "\"$.page.orders.length()\" | 2"
      })
  void fieldsArePickedRenamedAndListedWithTheirTypes(String path, String expected) {
    yields(mapped("{\"jsonPath\": " + path + "}", Answer.json(ORDERS)), expected);
  }

  @Test
  void whatIsNotThereIsNotASuccess() {
    JsonNode facts = failure(mapped("{\"jsonPath\": \"$.rows\"}", Answer.json(ORDERS)));
    assertThat(facts.get("error").asText()).isEqualTo("upstream_unmapped");
  }

  @Test
  void aTemplateMakesTextOfFieldsWithLoopsAndConditions() {
    String template =
        "{{total}} orders:\\n{{#page.orders}}- {{id}} {{customer.name}} {{sum}}{{^paid}} OPEN"
            + "{{/paid}}{{#paid}} paid{{/paid}}\\n{{/page.orders}}{{nothing}}{{nowhere.at.all}}"
            + "{{page.orders.0.customer}}{{^rows}}none{{/rows}}";
    CallToolResult result = mapped("{\"template\": \"" + template + "\"}", Answer.json(ORDERS));
    assertThat(text(result))
        .isEqualTo(
            "2 orders:\n- 7 Ann & <Co> 1000000.0 paid\n- 12345678901234567890 Bo 0.10 OPEN\n"
                + "{\"name\":\"Ann & <Co>\"}none");
    assertThat(result.json().has("structuredContent")).isFalse();
  }

  @Test
  void aTemplateSeesWhatWasPickedAndTheDataStandsBesideIt() {
    CallToolResult result =
        mapped(
            "{\"jsonPath\": {\"n\": \"$.total\"}, \"template\": \"{{n}} of them\"}",
            Answer.json(ORDERS));
    assertThat(text(result)).isEqualTo("2 of them");
    assertThat(result.json().get("structuredContent").toString()).isEqualTo("{\"n\":2}");
  }

  @Test
  void aTemplateReadsPlainText() {
    CallToolResult result =
        mapped("{\"template\": \"It says: {{.}}\"}", Answer.text(200, "text/csv", "a,b"));
    assertThat(text(result)).isEqualTo("It says: a,b");
  }

  @Test
  void aPageThatIsNoJsonIsNotASuccessOfAToolThatPicks() {
    for (String mapping :
        new String[] {
          "{\"jsonPath\": \"$.total\"}",
          "{\"jsonPath\": {\"n\": \"$.total\"}, \"template\": \"{{n}}\"}"
        }) {
      JsonNode facts =
          failure(mapped(mapping, Answer.text(200, "text/html", "<html>Log in!</html>")));
      assertThat(facts.get("error").asText()).isEqualTo("upstream_unmapped");
      assertThat(facts.toString()).doesNotContain("Log in");
    }
    String either =
        "[{\"when\": {\"contentType\": \"application/json\"}, \"jsonPath\": \"$.total\"}]";
    assertThat(text(mapped(either, Answer.text(200, "text/plain", "none")))).isEqualTo("none");
  }

  @Test
  void aMappingIsChosenByStatusAndContentType() {
    String mappings =
        """
        [{"when": {"status": 202}, "template": "accepted"},
         {"when": {"contentType": "text/*"}, "template": "text {{.}}"},
         {"when": {"status": ["4xx", 500]}, "jsonPath": "$.problem"},
         {"when": {"contentType": "application/vnd.x+json"}, "jsonPath": "$.x"},
         {"when": {"contentType": "application/json"}, "jsonPath": "$.y"}]\
        """;
    assertThat(text(mapped(mappings, Answer.json(202, "{}")))).isEqualTo("accepted");
    assertThat(text(mapped(mappings, Answer.text(200, "text/plain", "p")))).isEqualTo("text p");
    yields(mapped(mappings, Answer.text(200, "application/vnd.x+json", "{\"x\": [1]}")), "[1]");
    yields(mapped(mappings, Answer.json("{\"y\": {\"z\":1}}")), "{\"z\":1}");
    assertThat(
            failure(mapped(mappings, Answer.json(418, "{\"problem\": {\"a\":1}, \"b\":2}")))
                .get("detail")
                .toString())
        .isEqualTo("{\"a\":1}");
    assertThat(failure(mapped(mappings, Answer.json(503, "{\"b\":2}"))).get("detail").toString())
        .isEqualTo("{\"b\":2}");
    assertThat(
            mapped(mappings, Answer.of(200, new byte[] {1}, "Content-Type: image/png"))
                .json()
                .at("/content/0/type")
                .asText())
        .isEqualTo("image");
  }

  @Test
  void passthroughIsWhatHappensAnyway() {
    for (String mapping : new String[] {"\"passthrough\"", "[]", "[\"passthrough\"]", "{}"}) {
      yields(mapped(mapping, Answer.json("{ \"a\" : 1.0 }")), "{ \"a\" : 1.0 }");
    }
    assertThat(
            failure(mapped("{\"jsonPath\": \"$.a\"}", Answer.json("{\"a\":")))
                .get("error")
                .asText())
        .isEqualTo("upstream_not_json");
  }

  @Test
  void secretsDoNotComeBackThroughAMapping() {
    service.answer(Answer.json("{\"you\": {\"sent\": \"Bearer 1234567890123\"}}"));
    String headers = "\"headers\": {\"X-Key\": \"{{secrets.NUMBER}}\"}";
    for (String mapping :
        new String[] {"\"jsonPath\": \"$.you\"", "\"template\": \"{{you.sent}}\""}) {
      Tool tool = tool(NONE, block("/", headers), "\"responseMapping\": {" + mapping + "}");
      assertThat(call(tool, "{}").json().toString())
          .doesNotContain("1234567890123")
          .contains("[secret]");
    }
  }

  @Test
  void aReadyResultIsReadyAlready() {
    String ready = "{\"content\":[{\"type\":\"text\",\"text\":\"x\"}]}";
    CallToolResult result =
        mapped("{\"jsonPath\": \"$.a\"}", Answer.text(200, ReadyResult.MEDIA_TYPE, ready));
    assertThat(result.json().toString()).isEqualTo(ready);
  }

  @Test
  void theResultOfAStreamIsMappedToo() {
    service.answer(
        StreamedAnswer.events()
            .event("progress", "{\"progress\": 1}")
            .event("result", json(ORDERS).toString())
            .end());
    Tool tool =
        tool(NONE, block("/", ""), "\"responseMapping\": {\"jsonPath\": {\"n\": \"$.total\"}}");
    yields(call(tool, "{}"), "{\"n\":2}");
  }

  @Test
  void mistakesAreFoundWhenTheToolIsLoaded() {
    assertThat(mistakes("{\"jsonPath\": \"$.a[\"}")).anyMatch(at("/responseMapping/jsonPath"));
    assertThat(mistakes("{\"jsonPath\": \"a\"}")).anyMatch(at("/responseMapping/jsonPath"));
    assertThat(mistakes("{\"jsonPath\": {\"a\": {\"b/c\": 3}}}"))
        .anyMatch(at("/responseMapping/jsonPath/a/b~1c"));
    assertThat(mistakes("{\"jsonPath\": {\"each\": \"$.a\", \"pick\": {\"x\": \"$[\"}}}"))
        .anyMatch(at("/responseMapping/jsonPath/pick/x"));
    assertThat(mistakes("{\"template\": \"{{#a}} never closed\"}"))
        .anyMatch(at("/responseMapping/template"));
    assertThat(mistakes("{\"template\": \"total {{}}\"}"))
        .anyMatch(at("/responseMapping/template"));
    assertThat(mistakes("{\"template\": \"{{#a}}{{>other}}{{/a}}\"}"))
        .anyMatch(at("/responseMapping/template"));
    assertThat(mistakes("[{\"when\": {\"status\": \"abc\", \"contentType\": \"json\"}}]"))
        .anyMatch(at("/responseMapping/0/when/status"))
        .anyMatch(at("/responseMapping/0/when/contentType"));
    assertThat(mistakes("{\"jsonpath\": \"$\"}"))
        .anyMatch(problem -> problem.contains("did you mean \"jsonPath\""));
    assertThat(mistakes("\"pass\"")).anyMatch(at("/responseMapping"));
  }

  private java.util.List<String> mistakes(String mapping) {
    return problems(NONE, block("/", ""), "\"responseMapping\": " + mapping);
  }

  private static java.util.function.Predicate<String> at(String pointer) {
    return problem -> problem.startsWith(pointer + ": ");
  }

  private static final String OUTPUT =
      """
      "outputSchema": {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}\
      """;

  @Test
  void aResultThatDoesNotFitIsTheToolsErrorWithThePlace() {
    Tool tool = tool(NONE, block("/", ""), OUTPUT);
    service.answer(Answer.json("{\"n\": \"1\"}"));
    JsonNode facts = failure(call(tool, "{}"));
    assertThat(facts.get("error").asText()).isEqualTo("upstream_bad_structure");
    assertThat(facts.at("/problems/0/pointer").asText()).isEqualTo("/n");

    service.answer(Answer.json("{\"n\": 1}"));
    yields(call(tool, "{}"), "{\"n\": 1}");
    service.answer(Answer.json(500, "{\"x\": 1}"));
    assertThat(failure(call(tool, "{}")).get("error").asText()).isEqualTo("upstream_status");
    service.answer(Answer.json("[{\"n\": 1}]"));
    assertThat(failure(call(tool, "{}")).get("error").asText()).isEqualTo("upstream_bad_structure");
  }

  @Test
  void theCheckOfResultsCanOnlyWarn() throws Exception {
    service.answer(Answer.json("{\"n\": \"1\"}"));
    Tool tool = tool(NONE, block("/", ""), OUTPUT + ", \"outputCheck\": \"warn\"");
    Said client = new Said();
    CallToolResult result =
        (CallToolResult) tool.binding().call(new Call(Json.object(), Principal.ANONYMOUS, client));
    yields(result, "{\"n\": \"1\"}");
    assertThat(client.heard()).anyMatch(line -> line.startsWith("warning") && line.contains("/n"));
    assertThat(problems(NONE, block("/", ""), "\"outputCheck\": \"warn\""))
        .anyMatch(at("/outputCheck"));
    assertThat(problems(NONE, block("/", ""), "\"outputSchema\": {\"type\": 3}"))
        .anyMatch(at("/outputSchema/type"));
  }

  @Test
  void textAndDataStandBesideEachOtherWhereDataIsPromised() {
    String mapping = "{\"template\": \"n is {{n}}\"}";
    CallToolResult result = mapped(mapping, Answer.json("{\"n\": 3}"), OUTPUT);
    assertThat(text(result)).isEqualTo("n is 3");
    assertThat(result.json().get("structuredContent").toString()).isEqualTo("{\"n\":3}");
  }
}
