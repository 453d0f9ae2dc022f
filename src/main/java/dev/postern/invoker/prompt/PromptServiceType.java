package dev.postern.invoker.prompt;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.AnswerType;
import dev.postern.invoker.CallFailedException;
import dev.postern.invoker.FetchedType;
import dev.postern.invoker.ReadyResult;
import dev.postern.invoker.ServiceFetch;
import dev.postern.invoker.ServiceType;
import dev.postern.message.Json;
import dev.postern.message.mcp.Outcome;

/**
 * Messages from a service: a ready {@code GetPromptResult}, that is JSON with {@code messages}, or
 * else a text, which becomes one message of the user.
 */
public final class PromptServiceType {
  private PromptServiceType() {}

  public static AnswerType of(ServiceType service) {
    return new FetchedType(service, ReadyResult.PROMPT, PromptServiceType::messages);
  }

  private static Outcome messages(ServiceFetch fetch, ServiceFetch.Fetched fetched)
      throws CallFailedException {
    if (fetched.text() == null || fetched.text().isBlank()) {
      throw fetch.unusable("sent no text that could be a prompt");
    }
    return fetched.json() instanceof ObjectNode json && json.has("messages")
        ? fetch.ready(json, ReadyResult.PROMPT)
        : new Outcome.PlainResult(message(fetched.text()));
  }

  private static ObjectNode message(String text) {
    ObjectNode result = Json.object();
    ObjectNode message = result.putArray("messages").addObject().put("role", "user");
    message.putObject("content").put("type", "text").put("text", text);
    return result;
  }
}
