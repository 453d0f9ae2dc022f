package dev.postern.invoker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.CatalogueEntry;
import dev.postern.catalogue.Section;
import dev.postern.catalogue.Tool;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.security.Principal;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.StreamedAnswer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How much is read of answers, how much of results is given, and how the rest is got. */
public abstract class ServiceLimitCases extends ServiceToolCases {
  private static final String NONE = schema("[]");

  private Tool limited(String limits) {
    return tool(NONE, block("/", ""), "\"limits\": {" + limits + "}");
  }

  private Tool more(Tool tool) {
    return parsers()
        .builtIns()
        .more()
        .beside(new Section<>(List.of(new CatalogueEntry<>(tool.name(), true, tool, List.of()))))
        .get("postern.more");
  }

  private static String handle(CallToolResult result) {
    return result.json().at("/_meta/dev.postern~1more/handle").asText("");
  }

  private static String note(CallToolResult result) {
    JsonNode content = result.json().get("content");
    return content.get(content.size() - 1).get("text").asText();
  }

  private CallToolResult rest(Tool tool, String handle) {
    ObjectNode arguments = Json.object().put("handle", handle);
    assertThat(more(tool).inputSchema().validate(arguments)).isEmpty();
    return call(more(tool), arguments);
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  @Test
  void aServiceIsReadUpToTheToolsOwnLimit() {
    Tool tool = limited("\"answerBytes\": 1000");
    service.answer(Answer.json("\"" + "x".repeat(998) + "\""));
    assertThat(call(tool, "{}").isError()).isFalse();
    for (Answer answer :
        List.of(
            Answer.json("\"" + "x".repeat(999) + "\""),
            Answer.gzip("\"" + "x".repeat(50_000) + "\""),
            Answer.endless(),
            StreamedAnswer.events().send(": " + "x".repeat(2_000) + "\n").end())) {
      service.answer(answer);
      JsonNode facts = failure(call(tool, "{}"));
      assertThat(facts.get("error").asText()).isEqualTo("upstream_too_large");
      assertThat(facts.get("message").asText()).contains("1000 bytes");
    }
  }

  @Test
  void theToolsLimitHoldsWhateverElseTheRequestPasses() {
    service.answer(Answer.json("\"" + "x".repeat(999) + "\""));
    for (String policy :
        List.of(
            "\"cache\": {\"ttlMs\": 9000}",
            "\"retry\": {\"backoffMs\": 1}",
            "\"cache\": {}, \"retry\": {}, \"circuitBreaker\": {}, \"timeouts\": {\"firstByteMs\":"
                + " 9000}")) {
      Tool tool =
          tool(
              NONE,
              block("/", ""),
              "\"limits\": {\"answerBytes\": 1000}, \"redirects\": {}, \"policy\": {"
                  + policy
                  + "}");
      assertThat(failure(call(tool, "{}")).get("error").asText()).isEqualTo("upstream_too_large");
    }
  }

  @Test
  void aFailureThatIsTooLongToBeReadIsStillTheFailureThatItIs() {
    String page = "<html>" + "not here ".repeat(1_000);
    for (Answer answer :
        List.of(
            Answer.text(404, "text/html", page),
            Answer.raw(
                "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n"
                    + page))) {
      service.answer(answer);
      JsonNode facts = failure(call(limited("\"answerBytes\": 1000"), "{}"));
      assertThat(facts.get("error").asText()).isEqualTo("upstream_status");
      assertThat(facts.get("status").asInt()).isEqualTo(404);
      assertThat(facts.get("detail").asText()).startsWith("<html>not here").hasSize(1_000);
    }
    service.forget();
    service.answerBy(
        request ->
            service.requests().size() == 1
                ? Answer.text(503, "text/html", page)
                : Answer.json("1"));
    String retried =
        "\"limits\": {\"answerBytes\": 50}, \"policy\": {\"retry\": {\"backoffMs\": 1}}";
    assertThat(text(call(tool(NONE, block("/", ""), retried), "{}"))).isEqualTo("1");
    assertThat(service.requests()).hasSize(2);
  }

  @Test
  void theToolsLimitDoesNotRaiseTheGeneralOne() {
    service.answer(Answer.endless());
    JsonNode facts = failure(call(limited("\"answerBytes\": 900000000"), "{}"));
    assertThat(facts.get("message").asText()).contains(MAX_ANSWER + " bytes");
  }

  @Test
  void anArrayIsCutBetweenElementsAndTheRestIsHandedOut() {
    ArrayNode items = Json.NODES.arrayNode();
    for (int i = 0; i < 100; i++) {
      items.addObject().put("id", i).put("name", "number " + i + " \u00e9\ud83d\ude00");
    }
    ObjectNode body = Json.object().put("total", 100);
    body.set("items", items);
    service.answer(Answer.json(Json.text(body)));
    Tool tool = limited("\"resultBytes\": 1000");

    CallToolResult result = call(tool, "{}");
    JsonNode data = result.json().get("structuredContent");
    assertThat(text(result)).isEqualTo(Json.text(data));
    assertThat(bytes(text(result))).isBetween(900, 1000);
    assertThat(data.get("total").asInt()).isEqualTo(100);
    int kept = data.get("items").size();
    assertThat(note(result))
        .contains((100 - kept) + " of the 100 elements of /items", "postern.more", handle(result));

    ArrayNode all = data.get("items").deepCopy();
    int calls = 0;
    while (!handle(result).isEmpty()) {
      result = rest(tool, handle(result));
      JsonNode part = json(text(result)).at("/parts/0");
      assertThat(result.json().get("structuredContent")).isEqualTo(json(text(result)));
      assertThat(part.get("at").asText()).isEqualTo("/items");
      assertThat(part.get("from").asInt()).isEqualTo(all.size());
      assertThat(part.get("of").asInt()).isEqualTo(100);
      assertThat(bytes(part.get("elements").toString())).isLessThanOrEqualTo(1000);
      all.addAll((ArrayNode) part.get("elements"));
      calls++;
    }
    assertThat(all).isEqualTo(items);
    assertThat(calls).isBetween(3, 10);
    assertThat(service.requests()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 333, 1000, 5000})
  void textIsCutBetweenCharactersAndComesBackWhole(int most) {
    String whole = "a\u00e9\u4e2d\ud83d\ude00\"\\\n".repeat(700);
    service.answer(Answer.text(200, "text/plain; charset=utf-8", whole));
    Tool tool = limited("\"resultBytes\": " + most);
    CallToolResult result = call(tool, "{}");
    StringBuilder all = new StringBuilder(text(result));
    while (!handle(result).isEmpty()) {
      assertThat(bytes(text(result))).isLessThanOrEqualTo(most);
      assertThat(text(result).codePoints().anyMatch(c -> c >= 0xD800 && c < 0xE000)).isFalse();
      result = rest(tool, handle(result));
      all.append(text(result));
    }
    assertThat(all.toString()).isEqualTo(whole);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\": {\"long\": LONG, \"n\": 1.50}, \"b\": [LONG, [LONG, 1], {\"c\": LONG}], \"d\":"
            + " null}",
        "[LONG, LONG]",
        "[[[[LONG]]]]",
        "{\"only\": {\"one\": [{\"deep\": LONG}]}}"
      })
  void whateverIsTooLargeIsCutWhereItIsLargest(String form) {
    String shape = form.replace("LONG", "\"" + "\u00e9x".repeat(800) + "\"");
    service.answer(Answer.json(shape));
    Tool tool = limited("\"resultBytes\": 1200");
    CallToolResult result = call(tool, "{}");
    assertThat(bytes(text(result))).isBetween(600, 1200);
    JsonNode whole = json(text(result));
    for (int calls = 0; !handle(result).isEmpty(); calls++) {
      assertThat(calls).isLessThan(60);
      result = rest(tool, handle(result));
      for (JsonNode part : json(text(result)).get("parts")) {
        whole = joined(whole, part);
      }
    }
    assertThat(whole).isEqualTo(json(shape));
  }

  /** Puts a part back where it says it belongs. */
  private static JsonNode joined(JsonNode whole, JsonNode part) {
    JsonNode owner = whole.at(part.get("at").asText());
    if (part.has("elements")) {
      assertThat(owner.size()).isEqualTo(part.get("from").asInt());
      ((ArrayNode) owner).addAll((ArrayNode) part.get("elements"));
      return whole;
    }
    assertThat(owner.asText().codePointCount(0, owner.asText().length()))
        .isEqualTo(part.get("from").asInt());
    String at = part.get("at").asText();
    JsonNode parent = whole.at(at.substring(0, at.lastIndexOf('/')));
    String name = at.substring(at.lastIndexOf('/') + 1);
    String text = owner.asText() + part.get("text").asText();
    if (parent instanceof ArrayNode array) {
      array.set(Integer.parseInt(name), Json.NODES.textNode(text));
    } else {
      ((ObjectNode) parent).put(name, text);
    }
    return whole;
  }

  @Test
  void aMapOfManyThingsIsCutBetweenItsMembers() {
    ObjectNode map = Json.object();
    for (int i = 0; i < 500; i++) {
      map.put("key number " + i, i);
    }
    service.answer(Answer.json(map.toString()));
    Tool tool = limited("\"resultBytes\": 2000");
    CallToolResult result = call(tool, "{}");
    ObjectNode all = (ObjectNode) json(text(result));
    assertThat(note(result)).contains("of the 500 members of the whole");
    while (!handle(result).isEmpty()) {
      result = rest(tool, handle(result));
      all.setAll((ObjectNode) json(text(result)).at("/parts/0/members"));
    }
    assertThat(all).isEqualTo(map);
  }

  @Test
  void aHandleIsForItsOwnPrincipalAndMayBeUsedAgain() throws Exception {
    service.answer(Answer.text(200, "text/plain", "x".repeat(1_000)));
    Tool tool = limited("\"resultBytes\": 300");
    CallToolResult result = call(tool, "{}");
    ObjectNode arguments = Json.object().put("handle", handle(result));
    CallToolResult stranger =
        (CallToolResult) more(tool).binding().call(new Call(arguments, new Principal("mallory")));
    assertThat(failure(stranger).get("error").asText()).isEqualTo("unknown_handle");
    assertThat(failure(rest(tool, "guessed")).get("error").asText()).isEqualTo("unknown_handle");

    CallToolResult first = rest(tool, handle(result));
    assertThat(rest(tool, handle(result)).json()).isEqualTo(first.json());
    assertThat(handle(first)).isNotEqualTo(handle(result));
  }

  @Test
  void smallResultsFailuresAndPicturesStayAsTheyAre() {
    Tool tool = limited("\"resultBytes\": 200");
    service.answer(Answer.json("{ \"a\" : 1 }"));
    assertThat(text(call(tool, "{}"))).isEqualTo("{ \"a\" : 1 }");
    service.answer(Answer.json(400, "{\"a\": \"" + "x".repeat(500) + "\"}"));
    assertThat(failure(call(tool, "{}")).get("detail").toString()).hasSizeGreaterThan(500);
    service.answer(Answer.of(200, new byte[2_000], "Content-Type: image/png"));
    assertThat(call(tool, "{}").json().at("/content/0/data").asText()).hasSizeGreaterThan(2_000);
  }

  @Test
  void wordsAndDataAreBothCut() {
    String mapping =
        "\"responseMapping\": {\"jsonPath\": {\"l\": \"$.l\"}, \"template\":"
            + " \"{{#l}}{{.}};{{/l}}\"}";
    ArrayNode list = Json.NODES.arrayNode();
    for (int i = 0; i < 300; i++) {
      list.add(i);
    }
    service.answer(Answer.json("{\"l\": " + list + "}"));
    Tool tool = tool(NONE, block("/", ""), mapping + ", \"limits\": {\"resultBytes\": 400}");
    CallToolResult result = call(tool, "{}");
    assertThat(text(result)).startsWith("0;1;2;").hasSize(400);
    assertThat(bytes(result.json().get("structuredContent").toString())).isBetween(380, 400);
    assertThat(note(result)).contains("characters of the text", "elements of /l");
  }

  private CallToolResult ready(String limits, String more, String result) {
    service.answer(Answer.text(200, ReadyResult.MEDIA_TYPE, result));
    return call(tool(NONE, block("/", ""), "\"limits\": {" + limits + "}" + more), "{}");
  }

  /** Everything that a result gives a model to read. */
  private static int given(CallToolResult result) {
    int bytes = 0;
    for (JsonNode block : result.json().get("content")) {
      bytes += bytes(block.path("text").asText());
    }
    return bytes;
  }

  @Test
  void everyTextOfAReadyResultCountsAndThoseOfItsFailuresToo() {
    String large = "x".repeat(3_000);
    String data = "{\"type\": \"text\", \"text\": \"{\\\"a\\\": 1}\"}";
    String two = "{\"content\": [" + data + ", {\"type\": \"text\", \"text\": \"" + large + "\"}]";
    for (String result : List.of(two + "}", two + ", \"isError\": true}")) {
      CallToolResult cut = ready("\"resultBytes\": 500", "", result);
      assertThat(text(cut)).isEqualTo("{\"a\": 1}");
      assertThat(given(cut) - bytes(note(cut))).isBetween(400, 500);
      assertThat(note(cut)).contains("characters of the text", handle(cut));
    }
  }

  @Test
  void whatAReadyResultSaysInTwoWaysStaysTwo() {
    ObjectNode result = Json.object();
    result
        .putArray("content")
        .addObject()
        .put("type", "text")
        .put("text", "{\"summary\": \"" + "s".repeat(900) + "\"}");
    result.putObject("structuredContent").put("id", 7);
    CallToolResult cut = ready("\"resultBytes\": 400", "", result.toString());
    assertThat(cut.json().get("structuredContent").toString()).isEqualTo("{\"id\":7}");
    assertThat(bytes(text(cut))).isBetween(300, 400);
  }

  @Test
  void textThatIsOnlyWideLosesNothingButItsSpaces() {
    service.answer(Answer.json("{\"a\":" + " ".repeat(500) + "1}"));
    CallToolResult result = call(limited("\"resultBytes\": 300"), "{}");
    assertThat(text(result)).isEqualTo("{\"a\":1}");
    assertThat(handle(result)).isEmpty();
  }

  @Test
  void dataThatCutWouldBreakAPromiseStayWholeAndTheTextIsCut() {
    String schema =
        "\"outputSchema\": {\"type\": \"object\", \"properties\": {\"l\": {\"type\": \"array\","
            + " \"minItems\": %d}}}";
    ArrayNode list = Json.NODES.arrayNode();
    for (int i = 0; i < 300; i++) {
      list.add(i);
    }
    service.answer(Answer.json("{\"l\": " + list + "}"));
    for (int least : new int[] {1, 300}) {
      Tool tool =
          tool(
              NONE,
              block("/", ""),
              schema.formatted(least) + ", \"limits\": {\"resultBytes\": 400}");
      CallToolResult result = call(tool, "{}");
      assertThat(result.isError()).isFalse();
      assertThat(bytes(text(result))).isBetween(380, 400);
      assertThat(note(result)).contains("elements of /l", handle(result));
      JsonNode data = result.json().get("structuredContent");
      if (least == 1) {
        assertThat(data.toString()).isEqualTo(text(result));
      } else {
        assertThat(data.get("l")).isEqualTo(list);
      }
    }
  }

  @Test
  void aNameLongerThanAllThatIsGivenDoesNotStopTheRest() {
    ObjectNode map = Json.object();
    for (int i = 0; i < 5; i++) {
      map.put("n".repeat(600) + i, i);
    }
    service.answer(Answer.json(map.toString()));
    Tool tool = limited("\"resultBytes\": 300");
    CallToolResult result = call(tool, "{}");
    ObjectNode all = (ObjectNode) json(text(result));
    for (int calls = 0; !handle(result).isEmpty(); calls++) {
      assertThat(calls).isLessThan(10);
      result = rest(tool, handle(result));
      for (JsonNode part : json(text(result)).get("parts")) {
        all.setAll((ObjectNode) part.get("members"));
      }
    }
    assertThat(all).isEqualTo(map);
  }

  @Test
  void theRestIsHandedOutWhateverElseTheCallPasses() {
    service.answer(Answer.text(200, "text/plain", "x".repeat(500)));
    Tool tool =
        tool(
            NONE,
            block("/", ""),
            "\"limits\": {\"resultBytes\": 300}, \"stream\": {\"closeAfterMs\": 1000}, \"policy\":"
                + " {\"rateLimit\": {\"calls\": 9, \"perMs\": 9}, \"bulkhead\": {\"calls\": 9}}");
    CallToolResult result = call(tool, "{}");
    assertThat(more(tool)).isNotNull();
    assertThat(text(result) + text(rest(tool, handle(result)))).isEqualTo("x".repeat(500));
  }

  @Test
  void theBuiltInToolIsThereOnlyWhereAToolMayLeaveSomethingOut() {
    assertThat(more(limited("\"answerBytes\": 1000"))).isNull();
    assertThat(more(tool(NONE, block("/", "")))).isNull();
    Section<Tool> tools =
        parsers()
            .builtIns()
            .more()
            .beside(
                new Section<>(
                    List.of(
                        new CatalogueEntry<>("z", true, limited("\"resultBytes\": 300"), List.of()),
                        new CatalogueEntry<>("a", true, tool(NONE, block("/", "")), List.of()))));
    assertThat(tools.live())
        .extracting(tool -> tool.definition().get("name").asText())
        .containsExactly("some.tool", "postern.more", "some.tool");
    assertThat(tools.entries()).containsOnlyKeys("a", "z");
  }

  @Test
  void mistakesAreFoundWhenTheToolIsLoaded() {
    assertThat(mistakes("3")).anyMatch(problem -> problem.startsWith("/limits: "));
    assertThat(mistakes("{\"answerBytes\": 0, \"resultBytes\": 10, \"resultByte\": 3}"))
        .hasSize(3)
        .anyMatch(problem -> problem.startsWith("/limits/answerBytes: "))
        .anyMatch(problem -> problem.startsWith("/limits/resultBytes: "))
        .anyMatch(problem -> problem.contains("did you mean \"resultBytes\""));
  }

  private List<String> mistakes(String limits) {
    return problems(NONE, block("/", ""), "\"limits\": " + limits);
  }
}
