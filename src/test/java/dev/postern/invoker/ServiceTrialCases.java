package dev.postern.invoker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Binding;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Conversation;
import dev.postern.catalogue.Prompt;
import dev.postern.catalogue.Resource;
import dev.postern.catalogue.Tool;
import dev.postern.invoker.trial.CallRecorder;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.security.Principal;
import dev.postern.telemetry.CallTrace;
import dev.postern.testing.service.Answer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Whoever watches a call sees every step of it, and nothing secret. */
public abstract class ServiceTrialCases extends ServiceToolCases {

  @Test
  void aCallShowsItsRequestItsResponseAndWhatWasMadeOfThem() {
    service.answer(Answer.json("{\"user\": {\"name\": \"Ada\"}, \"rest\": 1}"));
    Tool tool =
        tool(
            schema("[\"id\"]", "id"),
            block("/users/{id}", "\"method\": \"POST\", \"body\": {\"n\": \"{{args.id}}\"}"),
            "\"responseMapping\": {\"jsonPath\": \"$.user\"}");

    JsonNode steps = watched(tool, "{\"id\": 7}");

    assertThat(names(steps)).containsExactly("request", "response", "mapping");
    JsonNode request = steps.get(0);
    assertThat(request.get("method").textValue()).isEqualTo("POST");
    assertThat(request.get("url").textValue()).isEqualTo(service.url("/users/7"));
    assertThat(request.get("sent").booleanValue()).isTrue();
    assertThat(request.get("purpose").textValue()).isEqualTo("call");
    assertThat(request.at("/body/text").textValue()).isEqualTo("{\"n\":7}");
    assertThat(request.at("/body/bytes").intValue()).isEqualTo(7);
    assertThat(header(request, "Content-Type")).isEqualTo("application/json");
    JsonNode response = steps.get(1);
    assertThat(response.get("by").textValue()).isEqualTo("service");
    assertThat(response.get("number")).isEqualTo(request.get("number"));
    assertThat(response.get("status").intValue()).isEqualTo(200);
    assertThat(response.get("millis").isIntegralNumber()).isTrue();
    assertThat(header(response, "Content-Type")).startsWith("application/json");
    assertThat(response.at("/body/text").textValue()).contains("\"rest\": 1");
    assertThat(steps.get(2).at("/body/text").textValue()).isEqualTo("{\"name\":\"Ada\"}");
  }

  @Test
  void whoWatchesChangesNothing() {
    Tool tool = tool(schema("[\"id\"]", "id"), block("/users/{id}", "\"query\": {\"a\": [1, 2]}"));
    CallToolResult unwatched = call(tool, "{\"id\": \"a/b\"}");
    String target = service.last().target();
    List<String> headers = service.last().headers("Accept");

    CallRecorder recorder = CallRecorder.live();
    CallToolResult result = call(tool, "{\"id\": \"a/b\"}", recorder);

    assertThat(result.json()).isEqualTo(unwatched.json());
    assertThat(service.last().target()).isEqualTo(target);
    assertThat(service.last().headers("Accept")).isEqualTo(headers);
  }

  @Test
  void secretsAreShownNowhereInNoForm() {
    service.answerBy(
        request ->
            Answer.json("{\"you\": \"" + SECRET.replace("\"", "\\u0022") + "\", \"t\": \"sent\"}"));
    String secret = "\"{{secrets.TOKEN}}\"";
    Tool tool =
        tool(
            "{\"type\": \"object\"}",
            block(
                "/x",
                ("\"method\": \"POST\", \"headers\": {\"X-Key\": %s}, \"query\": {\"key\": %s},"
                        + " \"cookies\": {\"c\": %s}, \"body\": {\"k\": %s}")
                    .formatted(secret, secret, secret, secret)),
            "\"auth\": {\"type\": \"basic\", \"username\": \"me\", \"password\":"
                + " \"{{secrets.NUMBER}}\"}");

    CallRecorder recorder = CallRecorder.live();
    CallToolResult result = call(tool, "{}", recorder);
    String steps = recorder.steps().toString() + result.json();

    assertThat(service.last().header("X-Key")).isEqualTo(SECRET);
    assertThat(result.json().at("/structuredContent/you").textValue()).isEqualTo("[secret]");
    assertThat(steps).contains("[secret]", "${SECRET_1:?}");
    assertThat(steps)
        .doesNotContain("s3cr3t", "1234567890123")
        .doesNotContain(base64("me:1234567890123"))
        .doesNotContain(base64("1234567890123").substring(0, 8))
        .doesNotContain(URLEncoder.encode(SECRET, StandardCharsets.UTF_8));
  }

  @Test
  void aTokenIsARequestOfItsOwnAndNotShown() {
    service.answerBy(
        request ->
            request.path().equals("/token")
                ? Answer.json(
                    "{\"access_token\": \"tok-en-one\", \"refresh_token\": \"re-fresh-one\","
                        + " \"expires_in\": 60}")
                : Answer.json("{\"ok\": true}"));
    Tool tool = tool("{\"type\": \"object\"}", block("/x", ""), oauth());

    JsonNode steps = watched(tool, "{}");

    assertThat(names(steps))
        .containsExactly("request", "response", "request", "response", "mapping");
    assertThat(steps.get(0).get("purpose").textValue()).isEqualTo("token");
    assertThat(steps.get(0).get("url").textValue()).isEqualTo(service.url("/token"));
    assertThat(steps.get(2).get("purpose").textValue()).isEqualTo("call");
    assertThat(header(steps.get(2), "Authorization")).contains("[secret]");
    assertThat(steps.toString())
        .doesNotContain("tok-en-one", "re-fresh-one", "1234567890123")
        .doesNotContain(base64("me:1234567890123"));
  }

  @Test
  void redirectsRetriesAndPagesAreARequestEach() {
    AtomicInteger asked = new AtomicInteger();
    service.answerBy(
        request -> {
          if (request.path().equals("/old")) {
            return Answer.empty(307, "Location: /new");
          }
          return switch (asked.incrementAndGet()) {
            case 1 -> Answer.json(503, "{}");
            case 2 -> Answer.json("{\"items\": [1], \"next\": \"b\"}");
            default -> Answer.json("{\"items\": [2]}");
          };
        });
    Tool tool =
        tool(
            "{\"type\": \"object\"}",
            block("/old", "\"timeoutMs\": 8000"),
            "\"redirects\": {}, \"policy\": {\"retry\": {\"backoffMs\": 1}}, \"pagination\":"
                + " {\"style\": \"cursor\", \"items\": \"/items\", \"cursor\": \"/next\","
                + " \"parameter\": \"c\"}");

    JsonNode steps = watched(tool, "{}");

    List<String> asking = new ArrayList<>();
    for (JsonNode step : steps) {
      if (step.get("step").textValue().equals("request")) {
        asking.add(step.get("number") + step.get("url").textValue().replace(service.url(), " "));
      }
    }
    assertThat(asking).containsExactly("1 /old", "2 /new", "3 /new", "4 /old?c=b", "5 /new");
    assertThat(statuses(steps)).containsExactly(307, 503, 200, 307, 200);
    assertThat(steps.get(steps.size() - 1).at("/body/text").textValue())
        .isEqualTo("{\"items\":[1,2]}");
  }

  @Test
  void whatTheCacheKnowsIsNotSentAndSaysSo() {
    Tool tool =
        tool(
            "{\"type\": \"object\"}",
            block("/x", ""),
            "\"policy\": {\"cache\": {\"ttlMs\": 60000}}");
    watched(tool, "{}");

    JsonNode steps = watched(tool, "{}");

    assertThat(service.requests()).hasSize(1);
    assertThat(names(steps)).containsExactly("request", "response", "mapping");
    assertThat(steps.get(0).get("sent").booleanValue()).isFalse();
    assertThat(steps.get(1).get("by").textValue()).isEqualTo("cache");
    assertThat(steps.get(1).get("status").intValue()).isEqualTo(200);
    assertThat(steps.get(1).get("message").textValue()).isEqualTo("This answer was kept.");
  }

  @Test
  void refusalsSayWhoRefused() {
    service.answer(Answer.json(500, "{}"));
    Tool broken =
        tool(
            "{\"type\": \"object\"}",
            block("/x", ""),
            "\"policy\": {\"circuitBreaker\": {\"window\": 1, \"leastCalls\": 1}}");
    Tool rare =
        tool(
            "{\"type\": \"object\"}",
            block("/x", ""),
            "\"policy\": {\"rateLimit\": {\"calls\": 1, \"perMs\": 3600000}}");
    watched(broken, "{}");
    watched(rare, "{}");

    JsonNode open = watched(broken, "{}");
    JsonNode often = watched(rare, "{}");

    assertThat(service.requests()).hasSize(2);
    assertThat(names(open)).containsExactly("request", "response");
    assertThat(open.get(0).get("sent").booleanValue()).isFalse();
    assertThat(open.get(1).get("by").textValue()).isEqualTo("circuitBreaker");
    assertThat(open.get(1).get("ok").booleanValue()).isFalse();
    assertThat(open.get(1).get("message").textValue()).endsWith("Nothing was sent.");
    assertThat(names(often)).containsExactly("response");
    assertThat(often.get(0).get("by").textValue()).isEqualTo("rateLimit");
  }

  private Tool toolWithOnePlace() throws Exception {
    return tool(
        "{\"type\": \"object\"}", block("/x", ""), "\"policy\": {\"bulkhead\": {\"calls\": 1}}");
  }

  private <T> T whileItsPlaceIsTaken(Tool tool, Callable<T> work) throws Exception {
    CountDownLatch arrived = new CountDownLatch(1);
    CountDownLatch gate = new CountDownLatch(1);
    service.answerBy(
        request -> {
          arrived.countDown();
          try {
            gate.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return Answer.json("{}");
        });
    Thread other = new Thread(() -> call(tool, "{}"));
    other.start();
    arrived.await();
    try {
      return work.call();
    } finally {
      gate.countDown();
      other.join();
    }
  }

  @Test
  void aFullBulkheadSaysSo() throws Exception {
    Tool tool = toolWithOnePlace();
    JsonNode steps = whileItsPlaceIsTaken(tool, () -> watched(tool, "{}"));

    assertThat(names(steps)).containsExactly("response");
    assertThat(steps.get(0).get("by").textValue()).isEqualTo("bulkhead");
  }

  @Test
  void aServiceThatIsNotThereIsAFailureOfItsKind() {
    Tool tool = tool("{\"type\": \"object\"}", block("/x", ""));
    service.close();

    JsonNode steps = watched(tool, "{}");

    assertThat(names(steps)).containsExactly("request", "response");
    assertThat(steps.get(1).get("ok").booleanValue()).isFalse();
    assertThat(steps.get(1).at("/failure/kind").textValue()).isEqualTo("unreachable");
    assertThat(steps.get(1).at("/failure/message").textValue()).contains("cannot be reached");
  }

  @Test
  void whatCannotBeMappedSaysWhy() {
    Tool tool =
        tool(
            "{\"type\": \"object\"}",
            block("/x", ""),
            "\"responseMapping\": {\"jsonPath\": \"$.nowhere.to.be.found\"}");

    JsonNode steps = watched(tool, "{}");

    assertThat(names(steps)).containsExactly("request", "response", "mapping");
    assertThat(steps.get(2).get("ok").booleanValue()).isFalse();
    assertThat(steps.get(2).at("/failure/message").textValue()).contains("has nothing");
  }

  @Test
  void bytesAreShownInBase64AndLongBodiesInPart() {
    byte[] bytes = {0, 1, 2, (byte) 0xFF};
    service.answer(Answer.of(200, bytes, "Content-Type: image/png"));
    Tool image = tool("{\"type\": \"object\"}", block("/x", ""));
    JsonNode body = watched(image, "{}").get(1).get("body");
    assertThat(body.get("base64").textValue()).isEqualTo(Base64.getEncoder().encodeToString(bytes));
    assertThat(body.has("cut")).isFalse();

    service.answer(Answer.json("\"" + "x".repeat(90_000) + "\""));
    body = watched(image, "{}").get(1).get("body");
    assertThat(body.get("bytes").intValue()).isEqualTo(90_002);
    assertThat(body.get("text").textValue()).hasSize(64 * 1024);
    assertThat(body.get("cut").booleanValue()).isTrue();
  }

  @Test
  void aStreamIsShownAsItCame() {
    service.answer(Answer.text(200, "text/event-stream", "event: result\ndata: {\"a\": 1}\n\n"));
    Tool tool = tool("{\"type\": \"object\"}", block("/x", ""));

    JsonNode steps = watched(tool, "{}");

    assertThat(steps.get(1).at("/body/text").textValue())
        .startsWith("event: result\ndata: {\"a\": 1}");
  }

  @Test
  void promptsAndResourcesShowTheirRequestsToo() throws Exception {
    service.answer(Answer.json("{\"a\": 1}"));
    String block = "{\"%s\": %s, ".formatted(type(), block("/p", ""));
    Prompt prompt = parsers().prompts().parse("p", block + "\"name\": \"p\"}");
    Resource resource = parsers().resources().parse("r", block + "\"uri\": \"a:b\"}");
    for (Binding binding : List.of(prompt.binding(), resource.binding())) {
      CallRecorder recorder = CallRecorder.live();
      binding.call(
          new Call(
              (ObjectNode) json("{\"uri\": \"a:b\"}"),
              Principal.ANONYMOUS,
              Conversation.NONE,
              recorder));

      assertThat(names(recorder.steps())).containsExactly("request", "response", "mapping");
      assertThat(recorder.steps().at("/1/body/text").textValue()).isEqualTo("{\"a\": 1}");
    }
  }

  @Test
  void aDryCallShowsItsRequestAndSendsNothing() {
    Tool tool = tool(schema("[]", "q"), block("/x", "\"query\": {\"q\": \"{{args.q}}\"}"), oauth());

    CallRecorder recorder = CallRecorder.dry();
    call(tool, "{\"q\": \"a b\"}", recorder);

    assertThat(service.requests()).isEmpty();
    assertThat(names(recorder.steps())).containsExactly("request");
    JsonNode request = recorder.steps().get(0);
    assertThat(request.get("sent").booleanValue()).isFalse();
    assertThat(request.get("url").textValue()).isEqualTo(service.url("/x?q=a%20b"));
    assertThat(header(request, "Authorization")).isEqualTo("Bearer [secret]");
    assertThat(request.get("curl").textValue())
        .contains("'Authorization: Bearer '\"${SECRET_1:?}\"");
  }

  @Test
  void aRehearsalLeavesNothingBehind() {
    Tool tool =
        tool(
            "{\"type\": \"object\"}",
            block("/x", ""),
            "\"policy\": {\"circuitBreaker\": {\"window\": 1, \"leastCalls\": 1}, \"cache\":"
                + " {\"ttlMs\": 60000, \"statuses\": [500]}, \"rateLimit\": {\"calls\": 1,"
                + " \"perMs\": 3600000}, \"retry\": {\"statuses\": [500], \"backoffMs\": 5000}}");
    List<CallTrace.Heard> failing = List.of(new CallTrace.Heard(500, List.of(), new byte[0]));
    long start = System.nanoTime();

    CallToolResult rehearsed = call(tool, "{}", CallRecorder.rehearsal(failing, true));

    assertThat(System.nanoTime() - start).isLessThan(4_000_000_000L); // no pause before a retry
    assertThat(failure(rehearsed).path("status").intValue()).isEqualTo(500);
    assertThat(service.requests()).isEmpty();
    assertThat(call(tool, "{}").isError()).isFalse();
    assertThat(service.requests()).hasSize(1);
  }

  @Test
  void aRehearsalNeitherTakesAPlaceInTheBulkheadNorNeedsOne() throws Exception {
    Tool tool = toolWithOnePlace();
    List<CallTrace.Heard> answers = List.of(new CallTrace.Heard(200, List.of(), new byte[0]));
    CallToolResult rehearsed =
        whileItsPlaceIsTaken(tool, () -> call(tool, "{}", CallRecorder.rehearsal(answers, true)));

    assertThat(rehearsed.isError()).as(rehearsed.json().toString()).isFalse();
    assertThat(service.requests()).hasSize(1);
  }

  private String oauth() {
    return ("\"auth\": {\"type\": \"oauth2\", \"tokenUrl\": \"%s\", \"clientId\": \"me\","
            + " \"clientSecret\": \"{{secrets.NUMBER}}\"}")
        .formatted(service.url("/token"));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** What happens in a real call. */
  protected static JsonNode watched(Tool tool, String arguments) {
    CallRecorder recorder = CallRecorder.live();
    call(tool, arguments, recorder);
    return recorder.steps();
  }

  protected static CallToolResult call(Tool tool, String arguments, CallTrace trace) {
    try {
      ObjectNode given = (ObjectNode) json(arguments);
      return (CallToolResult)
          tool.binding().call(new Call(given, Principal.ANONYMOUS, Conversation.NONE, trace));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> names(JsonNode steps) {
    List<String> names = new ArrayList<>();
    steps.forEach(step -> names.add(step.get("step").textValue()));
    return names;
  }

  private static List<Integer> statuses(JsonNode steps) {
    List<Integer> statuses = new ArrayList<>();
    for (JsonNode step : steps) {
      if (step.get("step").textValue().equals("response")) {
        statuses.add(step.get("status").intValue());
      }
    }
    return statuses;
  }

  private static String header(JsonNode step, String name) {
    for (JsonNode line : step.get("headers")) {
      if (line.get("name").textValue().equalsIgnoreCase(name)) {
        return line.get("value").textValue();
      }
    }
    return null;
  }
}
