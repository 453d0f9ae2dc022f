package dev.postern.invoker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Tool;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.security.Principal;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.ReceivedRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists that come page by page. */
public abstract class ServicePagingCases extends ServiceToolCases {
  private static final String NONE = schema("[]");
  private static final int ALL = 25;
  private static final int PAGE = 10;

  private final Said client = new Said();

  private CallToolResult get(String pagination) {
    return get(tool(NONE, block("/list?a=b", ""), "\"pagination\": " + pagination));
  }

  private CallToolResult get(Tool tool) {
    try {
      return (CallToolResult)
          tool.binding().call(new Call(Json.object(), Principal.ANONYMOUS, client));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Numbers from 0 to 24, from this one on. */
  private static ArrayNode numbers(int from) {
    ArrayNode numbers = Json.NODES.arrayNode();
    for (int i = from; i < Math.min(ALL, from + PAGE); i++) {
      numbers.add(i);
    }
    return numbers;
  }

  private static String next(int from) {
    return from + PAGE < ALL ? Integer.toString(from + PAGE) : null;
  }

  private void answer(Function<ReceivedRequest, Integer> from, Function<Integer, Answer> page) {
    service.answerBy(request -> page.apply(from.apply(request)));
  }

  private static Function<ReceivedRequest, Integer> parameter(String name, int otherwise) {
    return request -> {
      List<String> values = request.queryValues(name);
      return values.isEmpty() ? otherwise : Integer.parseInt(values.get(0));
    };
  }

  private static void holdsAll(JsonNode list) {
    assertThat(list).hasSize(ALL);
    for (int i = 0; i < ALL; i++) {
      assertThat(list.get(i).intValue()).isEqualTo(i);
    }
  }

  private static int blocks(CallToolResult result) {
    return result.json().get("content").size();
  }

  @Test
  void aCursorLeadsFromPageToPage() {
    answer(
        parameter("after", 0),
        from ->
            Answer.json(
                "{\"kind\": \"n\", \"data\": {\"items\": %s}, \"next\": %s}"
                    .formatted(numbers(from), next(from))));
    CallToolResult result =
        get(
            "{\"style\": \"cursor\", \"items\": \"/data/items\", \"cursor\": \"/next\","
                + " \"parameter\": \"after\"}");
    JsonNode data = result.json().get("structuredContent");
    assertThat(text(result)).isEqualTo(data.toString());
    assertThat(data.get("kind").asText()).isEqualTo("n");
    assertThat(data.has("next")).isFalse();
    holdsAll(data.at("/data/items"));
    assertThat(blocks(result)).isEqualTo(1);
    assertThat(service.requests())
        .extracting(ReceivedRequest::target)
        .containsExactly("/list?a=b", "/list?a=b&after=10", "/list?a=b&after=20");
    assertThat(client.heard())
        .containsExactly(
            "progress {\"progress\":10,\"message\":\"1 pages, 10 items\"}",
            "progress {\"progress\":20,\"message\":\"2 pages, 20 items\"}",
            "progress {\"progress\":25,\"message\":\"3 pages, 25 items\"}");
  }

  @Test
  void aCursorOfAnyCharactersArrivesAsItWasGiven() {
    String cursor = "a b&c=d/\u00e9+%41#\"";
    service.answerBy(
        request ->
            request.queryValues("c").equals(List.of(cursor))
                ? Answer.json("{\"i\": [2]}")
                : Answer.json(
                    Json.text(
                        Json.object().put("c", cursor).set("i", numbers(0).removeAll().add(1)))));
    CallToolResult result =
        get("{\"style\": \"cursor\", \"items\": \"/i\", \"cursor\": \"/c\", \"parameter\": \"c\"}");
    assertThat(text(result)).isEqualTo("{\"i\":[1,2]}");
  }

  @Test
  void aCursorCanStandInTheBody() {
    service.answerBy(
        request -> {
          int from = json(request.bodyText()).path("from").asInt(0);
          return Answer.json("{\"i\": %s, \"c\": %s}".formatted(numbers(from), next(from)));
        });
    Tool tool =
        tool(
            NONE,
            block("/search", "\"method\": \"POST\", \"body\": {\"q\": 1.50}"),
            "\"pagination\": {\"style\": \"cursor\", \"items\": \"/i\", \"cursor\": \"/c\","
                + " \"parameter\": \"from\", \"in\": \"body\"}");
    holdsAll(get(tool).json().at("/structuredContent/i"));
    assertThat(service.requests())
        .extracting(ReceivedRequest::bodyText)
        .containsExactly("{\"q\":1.50}", "{\"q\":1.50,\"from\":10}", "{\"q\":1.50,\"from\":20}");
  }

  @Test
  void pagesAreCountedUntilOneIsNotFull() {
    answer(parameter("page", 1), page -> Answer.json(numbers((page - 1) * PAGE).toString()));
    CallToolResult result = get("{\"style\": \"page\", \"parameter\": \"page\", \"pageSize\": 10}");
    holdsAll(json(text(result)));
    assertThat(service.requests()).hasSize(3);
  }

  @Test
  void withoutASizeAnEmptyPageIsTheLast() {
    answer(parameter("page", 0), page -> Answer.json(numbers(page * PAGE).toString()));
    holdsAll(json(text(get("{\"style\": \"page\", \"parameter\": \"page\", \"start\": 0}"))));
    assertThat(service.requests()).hasSize(4);
  }

  @Test
  void itemsAreCountedUntilAllAreThere() {
    answer(
        parameter("offset", 0),
        from -> Answer.json("{\"total\": 25, \"i\": %s}".formatted(numbers(from))));
    CallToolResult result =
        get(
            "{\"style\": \"offset\", \"parameter\": \"offset\", \"items\": \"/i\", \"total\":"
                + " \"/total\"}");
    holdsAll(result.json().at("/structuredContent/i"));
    assertThat(service.requests())
        .extracting(request -> request.queryValues("offset"))
        .containsExactly(List.of(), List.of("10"), List.of("20"));
    assertThat(client.heard().get(0))
        .isEqualTo("progress {\"progress\":10,\"total\":25,\"message\":\"1 pages, 10 items\"}");
  }

  @Test
  void aFieldSaysWhetherThereIsMore() {
    answer(
        parameter("page", 1),
        page ->
            Answer.json(
                "{\"i\": %s, \"more\": %s}".formatted(numbers((page - 1) * PAGE), page < 2)));
    CallToolResult result =
        get(
            "{\"style\": \"page\", \"parameter\": \"page\", \"items\": \"/i\", \"more\":"
                + " \"/more\"}");
    assertThat(result.json().at("/structuredContent/i")).hasSize(20);
    assertThat(result.json().get("structuredContent").has("more")).isFalse();
  }

  private void answerWithLinks(Function<String, String> link) {
    answer(
        parameter("from", 0),
        from -> {
          String next = next(from);
          byte[] body = numbers(from).toString().getBytes(StandardCharsets.UTF_8);
          return next == null
              ? Answer.of(200, body, "Content-Type: application/json")
              : Answer.of(200, body, "Content-Type: application/json", "Link: " + link.apply(next));
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<?from=N>; rel=next",
        "</list?from=N>; rel=\"next\"",
        "</list?x=1,2>; rel=\"prev\", <ROOT/list?from=N>; title=\"a, <b>\"; rel=\"last next\"",
        "<list?from=N>;REL=NEXT;x=y"
      })
  void aLinkHeaderLeadsOn(String link) {
    answerWithLinks(
        next ->
            link.replace("ROOT", service.url())
                .replace("N", next)
                .replace("=NEXT", "=next")
                .replace(next + "EXT", "NEXT"));
    holdsAll(json(text(get("{\"style\": \"link\"}"))));
    assertThat(service.requests()).hasSize(3);
  }

  @Test
  void anAddressInTheAnswerLeadsOn() {
    answer(
        parameter("from", 0),
        from ->
            Answer.json(
                Json.text(
                    Json.object()
                        .put(
                            "@next",
                            next(from) == null ? null : service.url() + "/more?from=" + next(from))
                        .set("value", numbers(from)))));
    CallToolResult result = get("{\"style\": \"url\", \"url\": \"/@next\", \"items\": \"/value\"}");
    holdsAll(result.json().at("/structuredContent/value"));
    assertThat(result.json().get("structuredContent").has("@next")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://169.254.169.254/latest?from=N",
        "//other.example/list?from=N",
        "https://127.0.0.1:PORT/list?from=N",
        "http://127.0.0.1:1/list?from=N",
        "http://user@127.0.0.1:PORT/list?from=N",
        "http://127.0.0.1.example:PORT/list?from=N",
        "file:///etc/passwd",
        "http://[bad"
      })
  void noPageLeadsElsewhere(String address) {
    String target = address.replace("PORT", "" + service.port());
    answerWithLinks(next -> "<" + target.replace("N", next) + ">; rel=next");
    JsonNode facts = failure(get("{\"style\": \"link\"}"));
    assertThat(facts.get("error").asText()).isEqualTo("upstream_leads_elsewhere");
    assertThat(service.requests()).hasSize(1);
  }

  @Test
  void thereAreMostPagesAndMostItems() {
    answerWithLinks(next -> "<?from=" + next + ">; rel=next");
    CallToolResult result = get("{\"style\": \"link\", \"maxPages\": 2}");
    assertThat(json(text(result))).hasSize(20);
    assertThat(result.json().at("/content/1/text").asText())
        .isEqualTo(
            "These are the first 20 items, from 2 pages; the service has more. Narrow the search to"
                + " get others.");
    assertThat(service.requests()).hasSize(2);
    service.forget();
    result = get("{\"style\": \"link\", \"maxItems\": 12}");
    assertThat(json(text(result))).hasSize(12);
    assertThat(result.json().at("/content/1/text").asText()).contains("first 12 items");
    assertThat(service.requests()).hasSize(2);
    assertThat(blocks(get("{\"style\": \"link\", \"maxPages\": 3}"))).isEqualTo(1);
  }

  @Test
  void pagesThatGoRoundInARingEnd() {
    service.answerBy(
        request ->
            Answer.of(
                200,
                "[1]".getBytes(StandardCharsets.UTF_8),
                "Content-Type: application/json",
                "Link: <?p="
                    + (request.queryValues("p").equals(List.of("1")) ? 2 : 1)
                    + ">; rel=next"));
    assertThat(json(text(get("{\"style\": \"link\", \"maxPages\": 500}")))).hasSize(3);
  }

  @Test
  void aPageThatFailsIsTheFailureOfTheWhole() {
    answer(
        parameter("from", 0),
        from ->
            from == 20
                ? Answer.json(503, "{}")
                : Answer.of(
                    200,
                    numbers(from).toString().getBytes(StandardCharsets.UTF_8),
                    "Content-Type: application/json",
                    "Link: <?from=" + (from + PAGE) + ">; rel=next"));
    assertThat(failure(get("{\"style\": \"link\"}")).get("status").asInt()).isEqualTo(503);
    service.answer(Answer.json("{\"i\": {}}"));
    assertThat(failure(get("{\"style\": \"link\", \"items\": \"/i\"}")).get("error").asText())
        .isEqualTo("upstream_bad_page");
  }

  @Test
  void aLaterPageThatIsNoPageIsNotTheEnd() {
    answer(
        parameter("from", 0),
        from ->
            from == 20
                ? Answer.text(200, "text/html", "<html>Log in!</html>")
                : Answer.of(
                    200,
                    numbers(from).toString().getBytes(StandardCharsets.UTF_8),
                    "Content-Type: application/json",
                    "Link: <?from=" + (from + PAGE) + ">; rel=next"));
    assertThat(failure(get("{\"style\": \"link\"}")).get("error").asText())
        .isEqualTo("upstream_bad_page");
  }

  @Test
  void nothingBehindTheLastPageIsTheEnd() {
    answer(
        parameter("page", 1),
        page -> page < 3 ? Answer.json(numbers((page - 1) * PAGE).toString()) : Answer.empty(204));
    CallToolResult result = get("{\"style\": \"page\", \"parameter\": \"page\"}");
    assertThat(json(text(result))).hasSize(20);
  }

  /** The first page has no place for the items of the others. */
  @ParameterizedTest
  @ValueSource(strings = {"[]", "7", "{\"data\": 7}", "{\"data\": [1]}"})
  void pagesOfDifferentFormsAreNoList(String first) {
    answer(
        parameter("from", 0),
        from ->
            from > 0
                ? Answer.json("{\"data\": {\"items\": [1]}}")
                : Answer.of(
                    200,
                    first.getBytes(StandardCharsets.UTF_8),
                    "Content-Type: application/json",
                    "Link: <?from=10>; rel=next"));
    JsonNode facts = failure(get("{\"style\": \"link\", \"items\": \"/data/items\"}"));
    assertThat(facts.get("error").asText()).isEqualTo("upstream_bad_page");
  }

  @Test
  void aMappingSeesAllPages() {
    answerWithLinks(next -> "<?from=" + next + ">; rel=next");
    Tool tool =
        tool(
            NONE,
            block("/", ""),
            "\"pagination\": {\"style\": \"link\"}, \"responseMapping\": {\"jsonPath\":"
                + " \"$.length()\"}");
    assertThat(text(get(tool))).isEqualTo("25");
  }

  @Test
  void whoeverCancelsGetsNoFurtherPages() throws Exception {
    service.answerBy(
        request ->
            Answer.of(
                    200,
                    "[1]".getBytes(StandardCharsets.UTF_8),
                    "Content-Type: application/json",
                    "Link: <?p=" + (service.requests().size() + 1) + ">; rel=next")
                .after(java.time.Duration.ofMillis(50)));
    Tool tool =
        tool(NONE, block("/", ""), "\"pagination\": {\"style\": \"link\", \"maxPages\": 900}");
    CompletableFuture<Boolean> ended = new CompletableFuture<>();
    Thread caller =
        new Thread(
            () -> {
              try {
                tool.binding().call(new Call(Json.object(), Principal.ANONYMOUS));
                ended.complete(false);
              } catch (InterruptedException e) {
                ended.complete(true);
              }
            });
    caller.start();
    Thread.sleep(300);
    caller.interrupt();
    assertThat(ended.get(5, TimeUnit.SECONDS)).isTrue();
    Thread.sleep(300); // what was on its way is there
    int asked = service.requests().size();
    assertThat(asked).isBetween(1, 20);
    Thread.sleep(200);
    assertThat(service.requests()).hasSize(asked);
  }

  @Test
  void mistakesAreFoundWhenTheToolIsLoaded() {
    assertThat(mistakes("{}")).anyMatch(problem -> problem.startsWith("/pagination/style: "));
    assertThat(
            mistakes(
                "{\"style\": \"cursor\", \"cursor\": \"next\", \"maxPages\": 0, \"url\": \"/x\"}"))
        .anyMatch(problem -> problem.startsWith("/pagination/cursor: "))
        .anyMatch(problem -> problem.startsWith("/pagination/parameter: is missing"))
        .anyMatch(problem -> problem.startsWith("/pagination/maxPages: "))
        .anyMatch(problem -> problem.startsWith("/pagination/url: is not a known key"));
    assertThat(mistakes("{\"style\": \"page\", \"parameter\": \"p\", \"in\": \"header\"}"))
        .anyMatch(problem -> problem.startsWith("/pagination/in: "));
    String inBody = "{\"style\": \"page\", \"parameter\": \"p\", \"in\": \"body\"}";
    assertThat(mistakes(inBody))
        .containsExactly("/pagination/in: needs a \"body\" of JSON in the request");
    String form = block("/", "\"method\": \"POST\", \"form\": {\"a\": 1}");
    assertThat(problems(NONE, form, "\"pagination\": " + inBody)).hasSize(1);
  }

  private List<String> mistakes(String pagination) {
    return problems(NONE, block("/", ""), "\"pagination\": " + pagination);
  }
}
