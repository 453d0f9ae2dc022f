package dev.postern.invoker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Problems;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.message.mcp.Outcome;
import dev.postern.upstream.UpstreamAnswer;
import java.util.Base64;

/**
 * Makes a result of what a service answered, by its Content-Type. JSON passes through: the text as
 * it came, and an object also as {@code structuredContent}, which revisions up to 2025-11-25 allow
 * for objects only (schema.ts, CallToolResult). A ready result passes through as it is.
 */
final class AnswerReader {
  private final Redaction redaction;
  private final AnswerErrors errors;
  private final boolean takesInput;

  AnswerReader(ServiceCall call) {
    this.redaction = call.redaction();
    this.errors = new AnswerErrors(call);
    this.takesInput = call.takesInput();
  }

  Redaction redaction() {
    return redaction;
  }

  AnswerErrors errors() {
    return errors;
  }

  /**
   * @param target of the request: path and query
   */
  Outcome read(Answered answered, String target) {
    Outcome outcome = answered.text() == null ? read(answered.answer(), target) : worded(answered);
    if (!answered.notes().isEmpty() && outcome instanceof CallToolResult result) {
      for (String note : answered.notes()) {
        result.note(redaction.text(note));
      }
    }
    return outcome;
  }

  /** What was put into words, and beside it the data that it was made of. */
  private CallToolResult worded(Answered answered) {
    String text = redaction.text(answered.text());
    JsonNode json = answered.json();
    return json == null
        ? CallToolResult.text(text)
        : CallToolResult.structured(text, redaction.tree(json));
  }

  private Outcome read(UpstreamAnswer answer, String target) {
    if (answer.status() >= 400) {
      return errors.failure(answer);
    }
    if (answer.status() >= 300) {
      return errors.redirect(answer);
    }
    if (answer.body().length == 0) {
      return CallToolResult.text(
          "The service answered with status " + answer.status() + " and no body.");
    }
    MediaType type = MediaType.of(answer.header("Content-Type"));
    if (type.isReady()) {
      return ready(answer, type);
    }
    if (type.isJson() || type.isAbsent()) {
      return json(answer, type);
    }
    return type.isText() && !type.isImage() ? text(answer, type) : bytes(answer, type, target);
  }

  /** JSON that came as this text. */
  CallToolResult json(String given, JsonNode parsed) {
    String text = given;
    JsonNode json = parsed;
    if (redaction.concerns(text)) {
      JsonNode clean = redaction.tree(json);
      text = redaction.text(clean == json ? text : Json.text(clean));
      json = clean;
    }
    return json.isObject() ? CallToolResult.structured(text, json) : CallToolResult.text(text);
  }

  Outcome ready(JsonNode json) {
    Problems problems = new Problems();
    Outcome outcome = ReadyResult.TOOL.read(redaction.tree(json), problems);
    if (outcome == null) {
      return errors.badResult(problems.list());
    }
    return outcome instanceof Outcome.InputRequired && !takesInput ? errors.asksInVain() : outcome;
  }

  private Outcome ready(UpstreamAnswer answer, MediaType type) {
    try {
      return ready(Json.parse(answer.body()));
    } catch (JsonProcessingException e) {
      return errors.notJson(answer, type, "sent a ready result that is not valid JSON" + place(e));
    }
  }

  private CallToolResult json(UpstreamAnswer answer, MediaType type) {
    String text = BodyText.decode(answer.body(), type.charset());
    if (text == null) {
      return errors.notJson(answer, type, "sent text that is not in the character set it names");
    }
    try {
      return json(text, Json.parse(text));
    } catch (JsonProcessingException e) {
      return errors.notJson(
          answer,
          type,
          type.isAbsent()
              ? "sent something that is not JSON, without a Content-Type"
              : "sent " + type.type() + " that is not valid JSON" + place(e));
    }
  }

  private static String place(JsonProcessingException e) {
    return e.getLocation() == null ? "" : " (character " + e.getLocation().getCharOffset() + ")";
  }

  private CallToolResult text(UpstreamAnswer answer, MediaType type) {
    String text = BodyText.decode(answer.body(), type);
    return text == null ? errors.notText(answer, type) : CallToolResult.text(redaction.text(text));
  }

  private CallToolResult bytes(UpstreamAnswer answer, MediaType type, String target) {
    String data = Base64.getEncoder().encodeToString(redaction.bytes(answer.body()));
    ObjectNode json = Json.object();
    ObjectNode block = json.putArray("content").addObject();
    if (type.isImage() || type.isAudio()) {
      block.put("type", type.isImage() ? "image" : "audio");
      block.put("data", data).put("mimeType", type.sent());
    } else {
      // Not the address: it means nothing to the client and may name hosts that are none of its.
      String uri = "postern:" + redaction.text(WithoutSecrets.beforeQuery(target));
      block.put("type", "resource").putObject("resource");
      ((ObjectNode) block.get("resource"))
          .put("uri", uri)
          .put("mimeType", type.sent())
          .put("blob", data);
    }
    return new CallToolResult(json);
  }
}
