package dev.postern.invoker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Conversation;
import dev.postern.catalogue.Problems;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.message.mcp.Outcome;
import dev.postern.telemetry.CallTrace;
import dev.postern.template.BadValueException;
import dev.postern.template.Scope;
import dev.postern.upstream.Lines;
import dev.postern.upstream.UpstreamAnswer;
import dev.postern.upstream.UpstreamException;

/** Fetches something from a service by one request, without making a tool's result of it. */
public final class ServiceFetch {
  private final ServiceCall call;
  private final Inquiry inquiry;

  public ServiceFetch(Service service) {
    this.call = service.call();
    this.inquiry = service.inquiry();
  }

  /**
   * What the service sent, without secrets.
   *
   * @param mediaType without parameters; empty where the service named none
   * @param text null where it is no text
   * @param bytes null where it is text
   */
  public record Fetched(String mediaType, String text, byte[] bytes) {

    /** Null where it is not JSON, whatever it claims to be. */
    public JsonNode json() {
      if (text == null) {
        return null;
      }
      try {
        return Json.parse(text);
      } catch (JsonProcessingException e) {
        return null;
      }
    }
  }

  /**
   * @throws CallFailedException if there is no usable answer
   * @throws InterruptedException if the caller no longer wants the answer
   */
  public Fetched fetch(Scope scope) throws CallFailedException, InterruptedException {
    Answered answered;
    CallTrace trace = scope instanceof CallScope own ? own.call().trace() : CallTrace.NONE;
    try {
      answered = inquiry.ask(call.render(scope), Lines.NONE, Conversation.NONE);
      answered.show(trace);
    } catch (CallFailedException e) {
      trace.mapsNot(e.result().facts().path("message").asText());
      throw e;
    } catch (BadValueException e) {
      throw new CallFailedException(CallErrors.badArgument(e));
    } catch (UpstreamException e) {
      throw new CallFailedException(CallErrors.noAnswer(e, call.isIdempotent(), call.redaction()));
    }
    UpstreamAnswer answer = answered.answer();
    if (answer.status() >= 300) {
      AnswerErrors errors = new AnswerErrors(call);
      throw new CallFailedException(
          answer.status() >= 400 ? errors.failure(answer) : errors.redirect(answer));
    }
    return answered.text() == null
        ? read(answer)
        : new Fetched("text/plain", clean(answered.text()), null);
  }

  /**
   * A result that the service made in MCP's own form, or what it asks the client.
   *
   * @return null where it sent something else
   * @throws CallFailedException if it is none, or asks although no placeholder takes an answer
   */
  public Outcome ready(Fetched fetched, ReadyResult kind) throws CallFailedException {
    if (!ReadyResult.isSentAs(fetched.mediaType())) {
      return null;
    }
    JsonNode json = fetched.json();
    if (json == null) {
      throw unusable("sent a ready result that is not JSON");
    }
    return ready(json, kind);
  }

  /**
   * @throws CallFailedException if this is no such result, or asks although no placeholder takes an
   *     answer
   */
  public Outcome ready(JsonNode json, ReadyResult kind) throws CallFailedException {
    AnswerErrors errors = new AnswerErrors(call);
    Problems problems = new Problems();
    Outcome outcome = kind.read(json, problems);
    if (outcome == null) {
      throw new CallFailedException(errors.badResult(problems.list()));
    }
    if (outcome instanceof Outcome.InputRequired && !call.takesInput()) {
      throw new CallFailedException(errors.asksInVain());
    }
    return outcome;
  }

  /** The refusal of an answer that came but is not what is needed. */
  public CallFailedException unusable(String why) {
    return new CallFailedException(
        CallToolResult.error(
            CallErrors.facts(
                "upstream_bad_result",
                "The service " + call.redaction().text(why) + ".",
                "Trying again will hardly help. Tell the user that the operator of this gateway"
                    + " must look at it.",
                false)));
  }

  private Fetched read(UpstreamAnswer answer) throws CallFailedException {
    MediaType type = MediaType.of(answer.header("Content-Type"));
    if (!type.isText() || type.isImage()) {
      return new Fetched(type.sent(), null, call.redaction().bytes(answer.body()));
    }
    boolean guessed = type.isAbsent();
    String text =
        guessed
            ? BodyText.decode(answer.body(), type.charset())
            : BodyText.decode(answer.body(), type);
    if (text == null && guessed) {
      return new Fetched("", null, call.redaction().bytes(answer.body()));
    }
    if (text == null) {
      throw unusable("sent text that is not in the character set it names");
    }
    return new Fetched(type.sent(), clean(text), null);
  }

  private String clean(String text) {
    return call.redaction().document(text);
  }
}
