package dev.postern.invoker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Call;
import dev.postern.message.Json;
import dev.postern.security.Principal;
import dev.postern.template.Scope;

/** What the placeholders of one call can reach: see {@link Placeholders}. */
public final class CallScope implements Scope {
  private final Call call;
  private final ObjectNode responses;

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
      case "client" -> Json.object().set("capabilities", call.conversation().clientCapabilities());
      default -> null;
    };
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
