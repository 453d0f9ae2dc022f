package dev.postern.transport.streamable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.CatalogueDiff;
import dev.postern.message.ErrorCode;
import dev.postern.message.Json;
import dev.postern.message.Message;
import dev.postern.message.RpcException;
import dev.postern.protocol.Result;
import dev.postern.protocol.RpcJson;
import dev.postern.protocol.stateless.StatelessRevision;
import dev.postern.transport.Pulse;
import dev.postern.transport.ResponseStream;
import dev.postern.transport.ServerSentEvent;
import dev.postern.transport.ServletPair;
import jakarta.servlet.AsyncContext;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** The streams that clients without sessions opened with {@code subscriptions/listen}. */
public final class ListenStreams implements Pulse.Beating, AutoCloseable {
  private static final String SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";
  private static final int MOST_URIS = 1_000;

  private final StatelessRevision revision;
  private final Set<Listener> listeners = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  public ListenStreams(StatelessRevision revision) {
    this.revision = revision;
  }

  /**
   * @throws RpcException if the request does not say what to listen for
   */
  void open(Message.Request request, ServletPair pair) throws RpcException, IOException {
    if (!(request.params().get("notifications") instanceof ObjectNode wanted)) {
      throw new RpcException(
          ErrorCode.INVALID_PARAMS, "\"params.notifications\" must say what to listen for");
    }
    ServerSentEvent.prepare(pair.response());
    pair.response().flushBuffer();
    AsyncContext async = pair.request().startAsync(pair.request(), pair.response());
    async.setTimeout(0);
    Listener[] made = new Listener[1];
    ResponseStream stream = ResponseStream.over(async, () -> forget(made[0]));
    made[0] = new Listener(stream, request.id(), wanted);
    made[0].start();
    if (closed) {
      made[0].end();
    }
  }

  private void forget(Listener listener) {
    if (listener != null) {
      listeners.remove(listener);
    }
  }

  /** Tells each listener of what it asked for. */
  public void changed(CatalogueDiff diff) {
    for (Listener listener : listeners) {
      listener.changed(diff);
    }
  }

  @Override
  public void beat() {
    for (Listener listener : listeners) {
      listener.stream.write(ServerSentEvent.KEEP_ALIVE);
    }
  }

  /** Ends all streams with the result that tells their clients so. */
  @Override
  public void close() {
    closed = true;
    for (Listener listener : listeners) {
      listener.end();
    }
  }

  private final class Listener {
    private final ResponseStream stream;
    private final JsonNode id;
    private final ObjectNode honoured = Json.object();
    private final Set<String> uris = new TreeSet<>();

    Listener(ResponseStream stream, JsonNode id, ObjectNode wanted) {
      this.stream = stream;
      this.id = id;
      for (String kind :
          new String[] {"toolsListChanged", "promptsListChanged", "resourcesListChanged"}) {
        if (wanted.path(kind).booleanValue()) {
          honoured.put(kind, true);
        }
      }
      for (JsonNode uri : wanted.path("resourceSubscriptions")) {
        if (uri.isTextual() && uris.size() < MOST_URIS) {
          uris.add(uri.textValue());
        }
      }
      if (!uris.isEmpty()) {
        ArrayNode accepted = honoured.putArray("resourceSubscriptions");
        uris.forEach(accepted::add);
      }
    }

    /** Nothing may come before the acknowledgement, and no change after it may be missed. */
    synchronized void start() {
      listeners.add(this);
      ObjectNode params = Json.object();
      params.set("notifications", honoured);
      send("notifications/subscriptions/acknowledged", params);
      if (stream.isClosed()) {
        listeners.remove(this);
      }
    }

    synchronized void changed(CatalogueDiff diff) {
      tell("tools", diff.toolsChanged());
      tell("prompts", diff.promptsChanged());
      tell("resources", diff.resourcesChanged());
      for (String uri : diff.updatedUris()) {
        if (uris.contains(uri)) {
          send("notifications/resources/updated", Json.object().put("uri", uri));
        }
      }
    }

    private void tell(String kind, boolean changed) {
      if (changed && honoured.has(kind + "ListChanged")) {
        send("notifications/" + kind + "/list_changed", Json.object());
      }
    }

    private void send(String method, ObjectNode params) {
      params.set("_meta", Json.object().set(SUBSCRIPTION_ID, id));
      stream.write(ServerSentEvent.message(RpcJson.notification(method, params)));
    }

    synchronized void end() {
      ObjectNode result = Json.object();
      result.set("_meta", Json.object().set(SUBSCRIPTION_ID, id));
      Result shaped = new Result.Tree(revision.shape("subscriptions/listen", result));
      stream.write(ServerSentEvent.message(RpcJson.response(id, shaped)));
      stream.finish();
    }
  }
}
