package dev.postern.protocol.stateful;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.ErrorCode;
import dev.postern.message.Json;
import dev.postern.message.RpcException;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.message.mcp.Outcome;
import dev.postern.protocol.CallContext;
import dev.postern.protocol.ClientCapabilities;
import dev.postern.protocol.Rounds;
import java.util.Map;

/** Asks the client in the middle of its call, then makes the next attempt with the answers. */
final class AskingRounds implements Rounds {

  /** A service that keeps asking is stuck; people give up earlier. */
  private static final int MOST_ROUNDS = 20;

  /**
   * These revisions have no error for what a client did not declare: the model reads why a tool
   * cannot be called, other requests are invalid. The model also reads that a question was not
   * answered, which is no fault of the gateway.
   */
  @Override
  public ObjectNode run(CallContext context, String method, ObjectNode params, Attempt attempt)
      throws RpcException, InterruptedException {
    try {
      return asking(context, attempt);
    } catch (RpcException e) {
      boolean incapable = e.code() == ErrorCode.MISSING_CLIENT_CAPABILITY;
      if (!method.equals("tools/call")) {
        throw incapable ? new RpcException(ErrorCode.INVALID_REQUEST, e.getMessage(), e.data()) : e;
      }
      if (incapable) {
        return incapable(e);
      }
      if (Questions.isUnanswered(e)) {
        return CallToolResult.error((ObjectNode) e.data()).json();
      }
      throw e;
    }
  }

  private static ObjectNode incapable(RpcException e) {
    ObjectNode facts = Json.object().put("error", "missing_client_capability");
    facts.put("message", e.getMessage());
    facts.put(
        "advice",
        "The client cannot do what this tool needs. Tell the user to use another client, or do"
            + " without the tool.");
    facts.put("retryable", false);
    facts.setAll((ObjectNode) e.data());
    return CallToolResult.error(facts).json();
  }

  private static ObjectNode asking(CallContext context, Attempt attempt)
      throws RpcException, InterruptedException {
    ObjectNode answers = null;
    String state = null;
    ObjectNode askedBefore = Json.object();
    for (int round = 0; round < MOST_ROUNDS; round++) {
      Outcome outcome = attempt.with(answers, state);
      if (!(outcome instanceof Outcome.InputRequired questions)) {
        return outcome.json();
      }
      ObjectNode askable = askable(context, questions.inputRequests(), askedBefore);
      askedBefore.setAll(askable);
      answers = askAll(context, askable);
      state = questions.state();
    }
    throw new RpcException(
        ErrorCode.INTERNAL_ERROR,
        "The service still asks for input after " + MOST_ROUNDS + " rounds");
  }

  /**
   * The questions that this client can be asked. Where it cannot be asked all of them and those
   * that it can are none, or were asked before, another round would only bother the person again.
   */
  private static ObjectNode askable(CallContext context, ObjectNode questions, ObjectNode before)
      throws RpcException {
    ObjectNode askable = Json.object();
    ObjectNode missing = Json.object();
    boolean anyNew = false;
    for (Map.Entry<String, JsonNode> entry : questions.properties()) {
      ObjectNode lacking =
          ClientCapabilities.missing(context.clientCapabilities(), entry.getValue());
      if (lacking.isEmpty()) {
        askable.set(entry.getKey(), entry.getValue());
        anyNew |= !entry.getValue().equals(before.get(entry.getKey()));
      }
      missing.setAll(lacking);
    }
    if (!missing.isEmpty() && !anyNew) {
      throw ClientCapabilities.lacking(missing);
    }
    return askable;
  }

  private static ObjectNode askAll(CallContext context, ObjectNode questions)
      throws RpcException, InterruptedException {
    ObjectNode answers = Json.object();
    for (Map.Entry<String, JsonNode> entry : questions.properties()) {
      answers.set(entry.getKey(), ask(context, entry.getValue()));
    }
    return answers;
  }

  /**
   * An elicitation has a place for "no answer", so the service is told there. Sampling and roots
   * have none: by the specification a client refuses them with an error, which ends the call.
   */
  private static ObjectNode ask(CallContext context, JsonNode question)
      throws RpcException, InterruptedException {
    String method = question.path("method").asText();
    ObjectNode params = question.get("params") instanceof ObjectNode given ? given : Json.object();
    ObjectNode shaped =
        StatefulShape.question((StatefulRevision) context.revision(), method, params);
    try {
      return context.exchange().ask(method, shaped);
    } catch (RpcException e) {
      if (method.equals("elicitation/create") && Questions.isRefusal(e)) {
        return Json.object().put("action", "cancel");
      }
      throw e;
    }
  }
}
