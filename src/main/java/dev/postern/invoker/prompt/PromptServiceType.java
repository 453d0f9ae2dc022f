package dev.postern.invoker.prompt;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.AnswerType;
import dev.postern.catalogue.Binding;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Config;
import dev.postern.invoker.CallFailedException;
import dev.postern.invoker.CallScope;
import dev.postern.invoker.ReadyResult;
import dev.postern.invoker.Service;
import dev.postern.invoker.ServiceFetch;
import dev.postern.invoker.ServiceType;
import dev.postern.message.Json;
import dev.postern.message.mcp.Outcome;
import java.util.List;

/**
 * Messages from a service: a ready {@code GetPromptResult}, that is JSON with {@code messages}, or
 * else a text, which becomes one message of the user.
 */
public final class PromptServiceType implements AnswerType {
  private final ServiceType service;

  public PromptServiceType(ServiceType service) {
    this.service = service;
  }

  @Override
  public String name() {
    return service.name();
  }

  @Override
  public List<String> keys() {
    return service.keys();
  }

  @Override
  public Binding compile(Config config) {
    Service compiled = service.compile(config);
    if (compiled == null) {
      return null;
    }
    ServiceFetch fetch = new ServiceFetch(compiled);
    return call -> get(fetch, call);
  }

  private static Outcome get(ServiceFetch fetch, Call call) throws InterruptedException {
    try {
      ServiceFetch.Fetched fetched = fetch.fetch(new CallScope(call));
      Outcome ready = fetch.ready(fetched, ReadyResult.PROMPT);
      if (ready != null) {
        return ready;
      }
      if (fetched.text() == null || fetched.text().isBlank()) {
        throw fetch.unusable("sent no text that could be a prompt");
      }
      return fetched.json() instanceof ObjectNode json && json.has("messages")
          ? fetch.ready(json, ReadyResult.PROMPT)
          : new Outcome.PlainResult(message(fetched.text()));
    } catch (CallFailedException e) {
      return e.result();
    }
  }

  private static ObjectNode message(String text) {
    ObjectNode result = Json.object();
    ObjectNode message = result.putArray("messages").addObject().put("role", "user");
    message.putObject("content").put("type", "text").put("text", text);
    return result;
  }
}
