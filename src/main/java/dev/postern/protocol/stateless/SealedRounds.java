package dev.postern.protocol.stateless;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.ErrorCode;
import dev.postern.message.Json;
import dev.postern.message.RpcException;
import dev.postern.message.mcp.Outcome;
import dev.postern.protocol.CallContext;
import dev.postern.protocol.ClientCapabilities;
import dev.postern.protocol.Rounds;
import dev.postern.session.Seal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;

/**
 * Returns questions as a result and takes the answers with the next request. What the asker wants
 * back goes to the client sealed, bound to who it is, to the request and to a time.
 */
final class SealedRounds implements Rounds {

  /** A person may have to be found first. */
  private static final Duration ANSWERABLE = Duration.ofHours(1);

  private final Seal seal;
  private final Clock clock;

  SealedRounds(Seal seal, Clock clock) {
    this.seal = seal;
    this.clock = clock;
  }

  @Override
  public ObjectNode run(CallContext context, String method, ObjectNode params, Attempt attempt)
      throws RpcException, InterruptedException {
    ObjectNode answers = answers(params.get("inputResponses"));
    String state = state(context, method, params);
    Outcome outcome = attempt.with(answers, state);
    return outcome instanceof Outcome.InputRequired questions
        ? asked(context, method, params, questions)
        : outcome.json();
  }

  private static ObjectNode answers(JsonNode given) throws RpcException {
    if (given == null) {
      return null;
    }
    boolean wellFormed = given.isObject();
    for (JsonNode answer : given) {
      wellFormed &= answer.isObject();
    }
    if (!wellFormed) {
      throw new RpcException(
          ErrorCode.INVALID_PARAMS, "\"params.inputResponses\" must be an object of objects");
    }
    return (ObjectNode) given;
  }

  private ObjectNode asked(
      CallContext context, String method, ObjectNode params, Outcome.InputRequired questions)
      throws RpcException {
    ObjectNode askable = Json.object();
    ObjectNode missing = Json.object();
    for (Map.Entry<String, JsonNode> entry : questions.inputRequests().properties()) {
      ObjectNode lacking =
          ClientCapabilities.missing(context.clientCapabilities(), entry.getValue());
      if (lacking.isEmpty()) {
        askable.set(entry.getKey(), entry.getValue());
      }
      missing.setAll(lacking);
    }
    if (askable.isEmpty() && !missing.isEmpty()) {
      throw ClientCapabilities.lacking(missing);
    }
    ObjectNode result = Json.object().put("resultType", "input_required");
    if (!askable.isEmpty()) {
      result.set("inputRequests", askable);
    }
    if (questions.state() != null) {
      result.put("requestState", sealed(context, method, params, questions.state()));
    }
    return result;
  }

  private String sealed(CallContext context, String method, ObjectNode params, String state)
      throws RpcException {
    ObjectNode sealed = Json.object();
    sealed.put("p", context.principal().name());
    sealed.put("r", digest(method, params));
    sealed.put("e", clock.instant().plus(ANSWERABLE).getEpochSecond());
    sealed.put("s", state);
    byte[] bytes = Json.bytes(sealed);
    if (seal.isTooLong(bytes)) {
      throw new RpcException(
          ErrorCode.INTERNAL_ERROR,
          "The service wants too much remembered between the rounds: its requestState has "
              + state.length()
              + " characters, about 70,000 are possible");
    }
    return seal.seal(bytes);
  }

  private String state(CallContext context, String method, ObjectNode params) throws RpcException {
    JsonNode given = params.get("requestState");
    if (given == null) {
      return null;
    }
    byte[] opened = given.isTextual() ? seal.open(given.textValue()).orElse(null) : null;
    if (opened != null) {
      try {
        JsonNode state = Json.parse(opened);
        if (state.path("p").asText().equals(context.principal().name())
            && state.path("r").asText().equals(digest(method, params))
            && state.path("e").asLong() > clock.instant().getEpochSecond()) {
          return state.path("s").asText();
        }
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("A state holds what no version of Postern wrote", e);
      }
    }
    throw new RpcException(
        ErrorCode.INVALID_PARAMS,
        "\"params.requestState\" is not one that this request was given, or it is too old");
  }

  /** Tells requests apart by what they ask for; their answers and their envelope may differ. */
  private static String digest(String method, ObjectNode params) {
    ObjectNode asked = Json.object().put("method", method);
    asked.set("name", params.path("name"));
    asked.set("uri", params.path("uri"));
    asked.set("arguments", params.path("arguments"));
    try {
      byte[] text = Json.text(asked).getBytes(StandardCharsets.UTF_8);
      return Base64.getUrlEncoder()
          .encodeToString(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
