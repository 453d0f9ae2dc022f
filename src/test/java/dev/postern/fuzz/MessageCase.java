package dev.postern.fuzz;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.ErrorCode;
import dev.postern.message.Json;
import dev.postern.message.Message;
import dev.postern.message.RpcException;
import dev.postern.protocol.Result;
import dev.postern.protocol.RpcJson;
import dev.postern.transport.Batch;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What clients send: it is understood as it was meant, or refused in good order. */
final class MessageCase {
  private static final List<String> IDS =
      List.of("1", "\"1\"", "0", "-1", "9007199254740993", "123456789012345678901234567890");
  private static final List<String> NO_IDS =
      List.of("null", "1.5", "1e3", "1e999999999", "true", "[]", "{}", "-0.0");
  private static final List<String> METHODS = List.of("tools/call", "ping", "", "\u670d");

  private final Choices choices;

  MessageCase(Choices choices) {
    this.choices = choices;
  }

  /**
   * @return whether there was a message
   */
  boolean hold() {
    return switch (choices.below(4)) {
      case 1 -> envelope();
      case 2 -> batch();
      case 3 -> anything();
      default -> request();
    };
  }

  private boolean request() {
    JsonNode id = choices.oneIn(3) ? Json.NODES.textNode(choices.text()) : json(choices.of(IDS));
    String method = choices.oneIn(3) ? choices.text() : choices.of(METHODS);
    ObjectNode json = Json.object();
    json.set("params", Json.object().set("v", choices.value()));
    json.put("method", method).put("jsonrpc", "2.0").set("id", id);
    Message message = read(Json.bytes(json));
    Expected.that(message instanceof Message.Request, json);
    Message.Request request = (Message.Request) message;
    Expected.that(request.id().equals(id) && request.method().equals(method), json);
    Expected.that(Values.isSame(json.get("params"), request.params()), json);
    echoes(request, id);
    return true;
  }

  /** The answer carries the id as it came, whatever the result is. */
  private void echoes(Message.Request request, JsonNode id) {
    JsonNode value = choices.value();
    ObjectNode result = Json.object().set("v", value);
    JsonNode answer = json(RpcJson.response(request.id(), new Result.Tree(result)));
    Expected.that(answer.get("id").equals(id), answer);
    Expected.that(Values.isSame(result, answer.get("result")), result + " became " + answer);
    String said = choices.text();
    JsonNode error = json(RpcJson.error(request.id(), new RpcException(-32602, said, value)));
    Expected.that(error.get("id").equals(id), error);
    Expected.that(error.at("/error/message").textValue().equals(said), error);
  }

  /** Members of every kind where others belong. */
  private boolean envelope() {
    ObjectNode json = Json.object();
    if (!choices.oneIn(8)) {
      json.put("jsonrpc", "2.0");
    }
    String id = choices.oneIn(3) ? choices.of(NO_IDS) : choices.of(IDS);
    boolean hasId = choices.oneIn(2);
    if (hasId) {
      json.set("id", json(id));
    }
    for (String key : List.of("method", "params", "result", "error", "jsonrpc")) {
      if (choices.oneIn(3)) {
        json.set(key, choices.value());
      }
    }
    Message message = read(Json.bytes(json));
    if (message == null) {
      return false;
    }
    Expected.that("2.0".equals(json.path("jsonrpc").textValue()), json);
    Expected.that(!hasId || IDS.contains(id), json);
    Expected.that(
        message instanceof Message.Request request
            ? hasId && request.method().equals(json.path("method").textValue())
            : message instanceof Message.Reply || !hasId,
        json);
    return true;
  }

  private boolean batch() {
    ArrayNode array = Json.NODES.arrayNode();
    int requests = choices.below(4);
    int size = requests + choices.below(4);
    for (int i = 0; i < size; i++) {
      ObjectNode message = array.addObject().put("jsonrpc", "2.0").put("method", "m" + i);
      if (i < requests) {
        message.put("id", i);
      }
    }
    boolean spoiled = choices.oneIn(4);
    if (spoiled) {
      array.add(json(choices.of(NO_IDS)));
    }
    try {
      Batch batch = Batch.of(array);
      Expected.that(!spoiled && size > 0, array);
      Expected.that(batch.requests().size() == requests, array);
      JsonNode answers = json(batch.answers(one -> RpcJson.response(one.id(), Result.EMPTY)));
      Expected.that(answers.size() == requests, answers);
      for (int i = 0; i < requests; i++) {
        Expected.that(answers.get(i).get("id").equals(batch.requests().get(i).id()), answers);
      }
      return true;
    } catch (RpcException e) {
      Expected.that(spoiled || size == 0, e.getMessage());
      return false;
    }
  }

  /** Bytes: of JSON with something changed in it, or of nothing in particular. */
  private boolean anything() {
    byte[] bytes = choices.rest();
    if (bytes.length > 2 && bytes[0] % 2 == 0) {
      String text =
          "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\",\"params\":{\"a\":[1,\"x\"]}}";
      byte[] sound = text.getBytes(StandardCharsets.UTF_8);
      for (int i = 0; i + 1 < Math.min(bytes.length, 6); i += 2) {
        sound[(bytes[i] & 0xFF) % sound.length] = bytes[i + 1];
      }
      bytes = sound;
    }
    return read(bytes) != null;
  }

  /** Null where it was refused. */
  private static Message read(byte[] bytes) {
    JsonNode json;
    try {
      json = Json.parse(bytes);
    } catch (JsonProcessingException e) {
      Expected.that(e.getOriginalMessage() != null, "no reason");
      return null;
    }
    JsonNode again = json(Json.bytes(json));
    Expected.that(Values.isSame(json, again), json + " became " + again);
    try {
      return Message.of(json);
    } catch (RpcException e) {
      Expected.that(e.code() == ErrorCode.INVALID_REQUEST, e.getMessage());
      Expected.that(json(RpcJson.error(null, e)).has("error"), e.getMessage());
      return null;
    }
  }

  private static JsonNode json(String text) {
    return json(text.getBytes(StandardCharsets.UTF_8));
  }

  private static JsonNode json(byte[] bytes) {
    try {
      return Json.parse(bytes);
    } catch (JsonProcessingException e) {
      throw new AssertionError(new String(bytes, StandardCharsets.UTF_8), e);
    }
  }
}
