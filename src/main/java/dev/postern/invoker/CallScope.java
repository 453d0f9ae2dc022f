package dev.postern.invoker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Call;
import dev.postern.message.Json;
import dev.postern.security.Principal;
import dev.postern.template.Scope;

/** What the placeholders of one call can reach: see {@link Placeholders}. */
public final class CallScope implements Scope {
  /**
   * Headers of the client's request by their names in lower case. No placeholder that somebody
   * wrote begins like this.
   */
  public static final String PASSED = "passed";

  private final Call call;
  private final ObjectNode responses;

  /** Made when it is first asked for; most calls never do. A scope belongs to one thread. */
  private ObjectNode client;

  public CallScope(Call call) {
    this(call, call.conversation().inputResponses());
  }

  /**
   * @param responses what the client answered to questions; null for nothing
   */
  public CallScope(Call call, ObjectNode responses) {
    this.call = call;
    this.responses = responses;
  }

  /** Who makes the call. */
  Principal principal() {
    return call.principal();
  }

  @Override
  public JsonNode root(String root) {
    return switch (root) {
      case "args" -> call.arguments();
      case "input" -> input();
      case "client" -> client();
      case PASSED -> call.conversation().clientHeaders().values();
      default -> null;
    };
  }

  /** On whose behalf everything happens. */
  Call call() {
    return call;
  }

  /** What is empty is not there: nobody has no name. */
  private JsonNode client() {
    if (client == null) {
      client = Json.object();
      client.set("capabilities", call.conversation().clientCapabilities());
      ObjectNode info = call.conversation().clientInfo();
      put("name", info.path("name").asText());
      put("version", info.path("version").asText());
      put("principal", call.principal().name());
    }
    return client;
  }

  private void put(String key, String value) {
    if (!value.isBlank()) {
      client.put(key, value);
    }
  }

  private JsonNode input() {
    ObjectNode input = Json.object();
    if (responses != null) {
      input.set("responses", responses);
    }
    String state = call.conversation().state();
    return state == null ? input : input.put("state", state);
  }
}
