package dev.postern.protocol.stateful;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.ErrorCode;
import dev.postern.message.Json;
import dev.postern.message.Message;
import dev.postern.message.RpcException;
import dev.postern.protocol.Channel;
import dev.postern.protocol.RpcJson;
import dev.postern.session.StrayReplies;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Questions of the server that wait for their client's reply. One node asks and waits; a reply may
 * reach any.
 */
final class Questions {
  private static final String REFUSED = "client_refused";
  private static final String SILENT = "client_silent";

  private final Duration limit;
  private final StrayReplies strays;

  /** By session and id: a reply counts only in the session that was asked. */
  private final ConcurrentMap<Key, CompletableFuture<ObjectNode>> waiting =
      new ConcurrentHashMap<>();

  /**
   * @param limit how long a client, or rather the person before it, may take
   */
  Questions(Duration limit, StrayReplies strays) {
    this.limit = limit;
    this.strays = strays;
  }

  /**
   * @return the {@code result} of the reply
   * @throws RpcException if the client refused or did not reply in time
   */
  ObjectNode ask(String sessionId, Channel channel, String method, ObjectNode params)
      throws RpcException, InterruptedException {
    Key key = new Key(sessionId, strays.newQuestionId(sessionId));
    CompletableFuture<ObjectNode> reply = new CompletableFuture<>();
    waiting.put(key, reply);
    try {
      channel.send(RpcJson.request(key.id(), method, params));
      return result(method, reply.get(limit.toMillis(), TimeUnit.MILLISECONDS));
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (TimeoutException e) {
      withdraw(channel, key);
      throw unanswered(
          SILENT, "The client did not answer " + method + " within " + limit.toSeconds() + " s");
    } finally {
      waiting.remove(key);
    }
  }

  /** Senders who stop waiting say so (lifecycle, timeouts): the form need not stay open. */
  private static void withdraw(Channel channel, Key key) {
    ObjectNode params = Json.object().put("requestId", key.id());
    params.put("reason", "Nobody waits for the answer any more");
    channel.send(RpcJson.notification("notifications/cancelled", params));
  }

  /** Takes a reply, for another node if need be; one that nobody waits for is dropped. */
  void answered(String sessionId, Message.Reply reply) {
    String id = reply.id().asText();
    CompletableFuture<ObjectNode> asked = waiting.get(new Key(sessionId, id));
    if (asked != null) {
      asked.complete(reply.body());
    } else {
      strays.keep(sessionId, id, Json.bytes(reply.body()));
    }
  }

  /** Takes the replies that reached other nodes; asks for them only where somebody waits. */
  void look() {
    Map<String, CompletableFuture<ObjectNode>> asked = new HashMap<>();
    waiting.forEach((key, reply) -> asked.put(key.id(), reply));
    if (!asked.isEmpty()) {
      strays.take(asked.keySet()).forEach((id, bytes) -> asked.get(id).complete(parsed(bytes)));
    }
  }

  private static ObjectNode parsed(byte[] reply) {
    try {
      return (ObjectNode) Json.parse(reply);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("What a node sealed is no JSON", e);
    }
  }

  private static ObjectNode result(String method, ObjectNode reply) throws RpcException {
    if (reply.get("result") instanceof ObjectNode result) {
      return result;
    }
    RpcException refusal =
        unanswered(
            REFUSED,
            "The client refused " + method + ": " + reply.at("/error/message").asText("no reason"));
    if (reply.has("error")) {
      ((ObjectNode) refusal.data()).set("clientError", reply.get("error"));
    }
    throw refusal;
  }

  private static RpcException unanswered(String error, String message) {
    ObjectNode facts = Json.object().put("error", error).put("message", message);
    facts.put("advice", "Do not call again unless the user wants it.").put("retryable", false);
    return new RpcException(ErrorCode.INTERNAL_ERROR, message, facts);
  }

  /** Whether the question was answered with an error. */
  static boolean isRefusal(RpcException e) {
    return e.data() != null && e.data().path("error").asText().equals(REFUSED);
  }

  /** Whether it was {@link #ask} that failed; then the data are facts as tools tell them. */
  static boolean isUnanswered(RpcException e) {
    return isRefusal(e) || (e.data() != null && e.data().path("error").asText().equals(SILENT));
  }

  private record Key(String sessionId, String id) {}
}
