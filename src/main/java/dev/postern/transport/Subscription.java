package dev.postern.transport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.CatalogueDiff;
import dev.postern.message.ErrorCode;
import dev.postern.message.Json;
import dev.postern.message.Message;
import dev.postern.message.RpcException;
import dev.postern.protocol.Channel;
import dev.postern.protocol.Result;
import dev.postern.protocol.RpcJson;
import dev.postern.protocol.stateless.StatelessRevision;
import java.util.Set;
import java.util.TreeSet;

/** What one client asked for with {@code subscriptions/listen}, and how it is told. */
public final class Subscription {
  private static final String SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";
  private static final int MOST_URIS = 1_000;

  /** Of all its URIs together; the acknowledgement says which were taken. */
  private static final int MOST_CHARACTERS = 256 * 1024;

  private final StatelessRevision revision;
  private final Channel channel;
  private final JsonNode id;
  private final ObjectNode honoured = Json.object();
  private final Set<String> uris = new TreeSet<>();

  private Subscription(StatelessRevision revision, Channel channel, JsonNode id) {
    this.revision = revision;
    this.channel = channel;
    this.id = id;
  }

  /** What the request wants to hear of, before anything of the answer is begun. */
  public static ObjectNode wanted(Message.Request request) throws RpcException {
    if (request.params().get("notifications") instanceof ObjectNode wanted) {
      return wanted;
    }
    throw new RpcException(
        ErrorCode.INVALID_PARAMS, "\"params.notifications\" must say what to listen for");
  }

  /**
   * Begins with the acknowledgement that says what will be told.
   *
   * @param id of the request, which names the subscription too
   */
  public static Subscription begin(
      StatelessRevision revision, Channel channel, JsonNode id, ObjectNode wanted) {
    Subscription subscription = new Subscription(revision, channel, id);
    subscription.honour(wanted);
    ObjectNode params = Json.object();
    params.set("notifications", subscription.honoured);
    subscription.send("notifications/subscriptions/acknowledged", params);
    return subscription;
  }

  private void honour(ObjectNode wanted) {
    for (String kind :
        new String[] {"toolsListChanged", "promptsListChanged", "resourcesListChanged"}) {
      if (wanted.path(kind).booleanValue()) {
        honoured.put(kind, true);
      }
    }
    int characters = 0;
    for (JsonNode uri : wanted.path("resourceSubscriptions")) {
      int length = uri.asText().length();
      if (uri.isTextual() && uris.size() < MOST_URIS && characters + length <= MOST_CHARACTERS) {
        uris.add(uri.textValue());
        characters += length;
      }
    }
    if (!uris.isEmpty()) {
      ArrayNode accepted = honoured.putArray("resourceSubscriptions");
      uris.forEach(accepted::add);
    }
  }

  /** Tells of what was asked for. */
  public void changed(CatalogueDiff diff) {
    tell("tools", diff.toolsChanged());
    tell("prompts", diff.promptsChanged());
    tell("resources", diff.resourcesChanged());
    for (String uri : diff.updated(uris)) {
      send("notifications/resources/updated", Json.object().put("uri", uri));
    }
  }

  private void tell(String kind, boolean changed) {
    if (changed && honoured.has(kind + "ListChanged")) {
      send("notifications/" + kind + "/list_changed", Json.object());
    }
  }

  private void send(String method, ObjectNode params) {
    params.set("_meta", Json.object().set(SUBSCRIPTION_ID, id));
    channel.send(RpcJson.notification(method, params));
  }

  /** Says that nothing more will come: the result of the request. */
  public void end() {
    ObjectNode result = Json.object();
    result.set("_meta", Json.object().set(SUBSCRIPTION_ID, id));
    Result shaped = new Result.Tree(revision.shape("subscriptions/listen", result));
    channel.send(RpcJson.response(id, shaped));
  }
}
