package dev.postern.protocol.stateful;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.ErrorCode;
import dev.postern.message.Json;
import dev.postern.message.Message;
import dev.postern.message.RpcException;
import dev.postern.protocol.Channel;
import dev.postern.protocol.RpcJson;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Questions of the server that wait for their client's reply. One node asks and waits. */
final class Questions {
  private final Duration limit;

  /** By session and id: a reply counts only in the session that was asked. */
  private final ConcurrentMap<Key, CompletableFuture<ObjectNode>> waiting =
      new ConcurrentHashMap<>();

  /**
   * @param limit how long a client, or rather the person before it, may take
   */
  Questions(Duration limit) {
    this.limit = limit;
  }

  /**
   * @return the {@code result} of the reply
   * @throws RpcException if the client refused or did not reply in time
   */
  ObjectNode ask(String sessionId, Channel channel, String method, ObjectNode params)
      throws RpcException, InterruptedException {
    Key key = new Key(sessionId, UUID.randomUUID().toString());
    CompletableFuture<ObjectNode> reply = new CompletableFuture<>();
    waiting.put(key, reply);
    try {
      channel.send(RpcJson.request(key.id(), method, params));
      return result(method, reply.get(limit.toMillis(), TimeUnit.MILLISECONDS));
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (TimeoutException e) {
      throw new RpcException(
          ErrorCode.INTERNAL_ERROR,
          "The client did not answer " + method + " within " + limit.toSeconds() + " s");
    } finally {
      waiting.remove(key);
    }
  }

  /** Takes a reply; one that nobody waits for is dropped. */
  void answered(String sessionId, Message.Reply reply) {
    CompletableFuture<ObjectNode> asked = waiting.get(new Key(sessionId, reply.id().asText()));
    if (asked != null) {
      asked.complete(reply.body());
    }
  }

  private static ObjectNode result(String method, ObjectNode reply) throws RpcException {
    if (reply.get("result") instanceof ObjectNode result) {
      return result;
    }
    throw new RpcException(
        ErrorCode.INTERNAL_ERROR,
        "The client refused " + method + ": " + reply.at("/error/message").asText("no reason"),
        reply.has("error") ? Json.object().set("clientError", reply.get("error")) : null);
  }

  private record Key(String sessionId, String id) {}
}
