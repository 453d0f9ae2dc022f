package dev.postern.invoker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Problem;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.upstream.UpstreamAnswer;
import java.util.List;

/** Answers that say no, and answers that cannot be used, as results. */
public final class AnswerErrors {
  /** Of a body that could not be used: enough to see what it is. */
  private static final int SAMPLE_LENGTH = 200;

  /** Of an error's body: enough for every message a person would read. */
  private static final int DETAIL_LENGTH = 2_000;

  private static final String TOOL_IS_WRONG =
      "Changing the arguments will hardly help. Tell the user that the operator of this gateway"
          + " must look at the tool.";

  private final Redaction redaction;
  private final boolean idempotent;
  private final boolean asCaller;

  public AnswerErrors(ServiceCall call) {
    this.redaction = call.redaction();
    this.idempotent = call.isIdempotent();
    this.asCaller = call.passesCredentials();
  }

  /** A status of 400 or more. */
  CallToolResult failure(UpstreamAnswer answer) {
    return CallToolResult.error(facts(answer, null));
  }

  /**
   * What is told of an answer that means a failure, whatever its status.
   *
   * @param retryable null where the status decides
   */
  public ObjectNode facts(UpstreamAnswer answer, Boolean retryable) {
    ObjectNode facts =
        answer.status() >= 400
            ? StatusErrors.facts(answer.status(), idempotent, asCaller)
            : StatusErrors.failedInside(answer.status());
    if (retryable != null) {
      facts.put("retryable", retryable);
    }
    RetryTimes.add(facts, answer);
    String text = BodyText.sample(answer.body(), MediaType.of(answer.header("Content-Type")));
    if (text != null && !text.isBlank()) {
      facts.set("detail", detail(text));
    }
    return facts;
  }

  /** What may have come out of an answer: without the tool's secrets, and no more than is read. */
  public ObjectNode told(ObjectNode facts) {
    ObjectNode clean = (ObjectNode) redaction.tree(facts);
    for (String words : List.of("message", "advice")) {
      clean.put(words, BodyText.cut(clean.path(words).asText(), DETAIL_LENGTH));
    }
    return clean;
  }

  CallToolResult redirect(UpstreamAnswer answer) {
    String location = answer.header("Location");
    String where =
        location == null
            ? null
            : BodyText.cut(redaction.text(WithoutSecrets.address(location)), SAMPLE_LENGTH);
    return CallToolResult.error(StatusErrors.redirect(answer.status(), where));
  }

  CallToolResult notJson(UpstreamAnswer answer, MediaType type, String what) {
    return unusable("upstream_not_json", answer, type, what);
  }

  CallToolResult notText(UpstreamAnswer answer, MediaType type) {
    return unusable(
        "upstream_not_text",
        answer,
        type,
        "sent " + type.type() + " that is not in the character set it names");
  }

  private CallToolResult unusable(
      String error, UpstreamAnswer answer, MediaType type, String what) {
    ObjectNode facts = toolIsWrong(error, what).put("status", answer.status());
    String sample = BodyText.sample(answer.body(), type);
    if (sample != null) {
      facts.put("detail", BodyText.cut(redaction.text(sample), SAMPLE_LENGTH));
    }
    return CallToolResult.error(facts);
  }

  /** A ready result that is none. */
  CallToolResult badResult(List<Problem> problems) {
    ObjectNode facts = toolIsWrong("upstream_bad_result", "sent a ready result with mistakes");
    ArrayNode places = facts.putArray("problems");
    for (Problem problem : problems) {
      places.addObject().put("pointer", problem.pointer()).put("message", problem.message());
    }
    return CallToolResult.error((ObjectNode) redaction.tree(facts));
  }

  /** Questions in an answer to a request that cannot carry what the client says. */
  CallToolResult asksInVain() {
    return CallToolResult.error(
        toolIsWrong(
            "upstream_asks_in_vain",
            "asks the client for input, but the tool's request has no {{input.responses}} to send"
                + " the answers with"));
  }

  /**
   * @param number of the line, from 1
   */
  CallToolResult badLine(int number, String text, String why) {
    ObjectNode facts =
        toolIsWrong("upstream_bad_stream", "sent a stream whose line " + number + " " + why);
    return CallToolResult.error(
        facts.put("detail", BodyText.cut(redaction.text(text), SAMPLE_LENGTH)));
  }

  CallToolResult noResult() {
    return CallToolResult.error(
        CallErrors.facts(
            "upstream_no_result",
            "The service ended its stream without a result.",
            CallErrors.again(idempotent),
            idempotent));
  }

  /** What the service itself calls an error, where its status was sent long ago. */
  CallToolResult reported(JsonNode error) {
    ObjectNode facts =
        CallErrors.facts(
            "upstream_failed",
            "The service began its work and then reported an error.",
            "Correct the arguments if \"detail\" says what is wrong with them; otherwise tell the"
                + " user.",
            false);
    facts.set("detail", detail(Json.text(error)));
    return CallToolResult.error(facts);
  }

  private ObjectNode toolIsWrong(String error, String what) {
    return CallErrors.facts(
        error, "The service " + redaction.text(what) + ".", TOOL_IS_WRONG, false);
  }

  /** JSON stays JSON where it is short enough. */
  private JsonNode detail(String text) {
    String clean = redaction.text(text);
    try {
      JsonNode tree = redaction.tree(Json.parse(text));
      clean = Json.text(tree);
      if (clean.length() <= DETAIL_LENGTH && tree.isContainerNode()) {
        return tree;
      }
    } catch (JsonProcessingException e) {
      // a page for people
    }
    return Json.NODES.textNode(BodyText.cut(redaction.text(clean), DETAIL_LENGTH));
  }
}
