package dev.postern.invoker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Conversation;
import dev.postern.catalogue.Tool;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.security.ClientHeaders;
import dev.postern.security.Principal;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.ReceivedRequest;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The order in which everything beside the service's block stands around a call, as docs/tools.md
 * has it. That of the policies among each other is held by their own cases.
 */
public abstract class ServiceOrderCases extends ServiceToolCases {
  private static final String NONE = schema("[]");
  private static final String KEPT = "\"policy\": {\"cache\": {\"ttlMs\": 3600000}}";

  private Tool tool(String more) {
    return tool(NONE, block("/x", ""), more);
  }

  private static Answer page(String json, String next) {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    return next == null
        ? Answer.of(200, body, "Content-Type: application/json")
        : Answer.of(200, body, "Content-Type: application/json", "Link: <" + next + ">; rel=next");
  }

  /** Else a list with fewer elements than promised would be refused, and not cut. */
  @Test
  void whatIsPromisedIsCheckedBeforeItIsCut() {
    service.answer(Answer.json("{\"l\": [\"" + "x".repeat(900) + "\", 1, 2]}"));
    String promise =
        "\"outputSchema\": {\"type\": \"object\", \"properties\": {\"l\": {\"minItems\": 3}}}";
    CallToolResult result = call(tool(promise + ", \"limits\": {\"resultBytes\": 300}"), "{}");
    assertThat(result.isError()).as(result.json().toString()).isFalse();
    assertThat(result.json().at("/_meta/dev.postern~1more").has("handle")).isTrue();
  }

  @Test
  void whatIsPromisedIsWhatTheMappingMade() {
    service.answer(Answer.json("{\"n\": 1, \"more\": true}"));
    String promise =
        "\"outputSchema\": {\"type\": \"object\", \"additionalProperties\": false,"
            + " \"properties\": {\"n\": {}}}";
    String mapping = "\"responseMapping\": {\"jsonPath\": {\"n\": \"$.n\"}}";
    assertThat(call(tool(promise + ", " + mapping), "{}").isError()).isFalse();
    assertThat(failure(call(tool(promise), "{}")).get("error").asText())
        .isEqualTo("upstream_bad_structure");
  }

  @Test
  void aMappingSeesWhatAJobCameToAndNotItsStates() {
    service.answerBy(
        request ->
            request.target().equals("/x")
                ? Answer.of(
                    202,
                    "{\"r\": \"not yet\"}".getBytes(StandardCharsets.UTF_8),
                    "Content-Type: application/json",
                    "Location: /jobs/1")
                : Answer.json("{\"r\": \"done\"}"));
    String mapping = "\"responseMapping\": {\"jsonPath\": {\"came\": \"$.r\"}}";
    assertThat(text(call(tool(mapping + ", \"asyncJob\": {\"intervalMs\": 50}"), "{}")))
        .isEqualTo("{\"came\":\"done\"}");
  }

  @Test
  void aRuleForErrorsSeesWhatAMappingLeavesOut() {
    service.answer(Answer.json("{\"n\": 1, \"error\": \"too old\"}"));
    String both =
        "\"responseMapping\": {\"jsonPath\": {\"n\": \"$.n\"}}, \"errors\": [{\"field\": \"/error\","
            + " \"message\": \"It is {{error}}.\"}]";
    assertThat(failure(call(tool(both), "{}")).get("message").asText()).isEqualTo("It is too old.");
  }

  @Test
  void theResultOfARuleIsMapped() {
    service.answer(Answer.json(404, "{}"));
    String both =
        "\"responseMapping\": {\"jsonPath\": \"$.items\"}, \"errors\": [{\"status\": 404,"
            + " \"result\": {\"items\": [\"none\"]}}]";
    assertThat(text(call(tool(both), "{}"))).isEqualTo("[\"none\"]");
  }

  @Test
  void aRuleForErrorsConcernsEveryPage() {
    service.answerBy(
        request ->
            request.query() == null
                ? page("{\"items\": [1]}", "?p=2")
                : page("{\"items\": [], \"error\": \"lost\"}", null));
    String both =
        "\"pagination\": {\"style\": \"link\", \"items\": \"/items\"}, \"errors\": [{\"field\":"
            + " \"/error\", \"message\": \"It was {{error}}.\"}]";
    assertThat(failure(call(tool(both), "{}")).get("message").asText()).isEqualTo("It was lost.");
  }

  @Test
  void aRuleForErrorsConcernsEveryStateOfAJob() {
    service.answerBy(
        request ->
            request.target().equals("/x")
                ? Answer.empty(202, "Location: /jobs/1")
                : Answer.json(202, "{\"error\": \"disk\"}"));
    String both =
        "\"asyncJob\": {\"intervalMs\": 50}, \"errors\": [{\"field\": \"/error\", \"message\":"
            + " \"It was the {{error}}.\"}]";
    assertThat(failure(call(tool(both), "{}")).get("message").asText())
        .isEqualTo("It was the disk.");
  }

  @Test
  void aRuleForErrorsJudgesWhereARedirectLed() {
    service.answerBy(
        request ->
            request.target().equals("/x")
                ? Answer.empty(302, "Location: /there")
                : Answer.json("{\"n\": 1}"));
    String both =
        "\"redirects\": {}, \"errors\": [{\"status\": \"3xx\", \"message\": \"It points away.\"}]";
    assertThat(text(call(tool(both), "{}"))).isEqualTo("{\"n\": 1}");
  }

  @Test
  void eachPageIsKept() {
    service.answerBy(request -> request.query() == null ? page("[1]", "?p=2") : page("[2]", null));
    Tool tool = tool("\"pagination\": {\"style\": \"link\"}, " + KEPT);
    assertThat(text(call(tool, "{}"))).isEqualTo("[1,2]");
    assertThat(text(call(tool, "{}"))).isEqualTo("[1,2]");
    assertThat(service.requests()).hasSize(2);
  }

  @Test
  void eachStepOfARedirectIsTriedAgain() {
    service.answerBy(
        request ->
            request.target().equals("/x")
                ? Answer.empty(302, "Location: /there")
                : service.requests().size() == 2 ? Answer.empty(503) : Answer.json("{\"n\": 1}"));
    String both = "\"redirects\": {}, \"policy\": {\"retry\": {\"backoffMs\": 1}}";
    assertThat(text(call(tool(both), "{}"))).isEqualTo("{\"n\": 1}");
    assertThat(service.requests())
        .extracting(ReceivedRequest::target)
        .containsExactly("/x", "/there", "/there");
  }

  /** What was answered to one credential is not for another. */
  @Test
  void credentialsStandInTheKeyOfWhatIsKept() {
    service.answerBy(request -> Answer.json("{\"n\": " + service.requests().size() + "}"));
    Tool tool =
        tool("\"auth\": {\"type\": \"bearer\", \"token\": \"{{secrets.NUMBER}}\"}, " + KEPT);
    assertThat(text(call(tool, "{}"))).isEqualTo("{\"n\": 1}");
    assertThat(text(call(tool, "{}"))).isEqualTo("{\"n\": 1}");
    secrets.put("NUMBER", "another-secret");
    assertThat(text(call(tool, "{}"))).isEqualTo("{\"n\": 2}");
    assertThat(service.last().header("Authorization")).isEqualTo("Bearer another-secret");
  }

  /** Not even where all callers share. */
  @Test
  void headersOfTheClientStandInTheKeyToo() {
    service.answerBy(request -> Answer.json("{\"n\": " + service.requests().size() + "}"));
    Tool tool =
        tool(
            "\"passCredentials\": [\"Authorization\"], \"policy\": {\"cache\": {\"ttlMs\": 3600000,"
                + " \"sharedByAll\": true}}");
    assertThat(as("Bearer of-ann", tool).at("/structuredContent/n").asInt()).isEqualTo(1);
    assertThat(as("Bearer of-bob", tool).at("/structuredContent/n").asInt()).isEqualTo(2);
    assertThat(as("Bearer of-ann", tool).at("/structuredContent/n").asInt()).isEqualTo(1);
  }

  @Test
  void whoseCredentialsWereRefusedIsToldRightly() {
    service.answer(Answer.empty(401));
    JsonNode own = as("Bearer of-ann", tool("\"title\": \"x\""));
    assertThat(own.toString()).contains("credentials of this gateway");
    JsonNode passed = as("Bearer of-ann", tool("\"passCredentials\": [\"Authorization\"]"));
    assertThat(passed.toString())
        .contains("the caller's own credentials")
        .doesNotContain("Logging in again", "of-ann");
  }

  private static JsonNode as(String authorization, Tool tool) {
    ClientHeaders headers =
        ClientHeaders.copy(
            List.of("authorization"), name -> Collections.enumeration(List.of(authorization)));
    Call call = new Call(Json.object(), Principal.ANONYMOUS, Conversation.of(headers));
    try {
      return ((CallToolResult) tool.binding().call(call)).json();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
