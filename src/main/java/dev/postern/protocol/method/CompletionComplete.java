package dev.postern.protocol.method;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Catalogue;
import dev.postern.catalogue.Completion;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.catalogue.Prompt;
import dev.postern.catalogue.Resource;
import dev.postern.message.ErrorCode;
import dev.postern.message.Json;
import dev.postern.message.RpcException;
import dev.postern.protocol.CallContext;
import dev.postern.protocol.MethodHandler;
import dev.postern.protocol.Result;
import java.util.List;
import java.util.Map;

/** {@code completion/complete}. */
public final class CompletionComplete implements MethodHandler {
  public static final String NAME = "completion/complete";

  /** The schema's limit. */
  private static final int MOST_VALUES = 100;

  private final LiveCatalogue catalogue;

  public CompletionComplete(LiveCatalogue catalogue) {
    this.catalogue = catalogue;
  }

  @Override
  public boolean mayWait() {
    return true;
  }

  @Override
  public Result handle(CallContext context, ObjectNode params)
      throws RpcException, InterruptedException {
    ObjectNode argument = Params.object(params, "argument");
    Completion completion = completions(params.path("ref")).get(Params.text(argument, "name"));
    JsonNode known = params.path("context").path("arguments");
    List<String> values =
        completion == null
            ? List.of()
            : completion.values(
                Params.text(argument, "value"),
                new Call(
                    known instanceof ObjectNode given ? given : Json.object(),
                    context.principal(),
                    context.conversation(params, null, null)));
    ObjectNode result = Json.object();
    ObjectNode shown = result.putObject("completion");
    ArrayNode list = shown.putArray("values");
    values.stream().limit(MOST_VALUES).forEach(list::add);
    shown.put("total", values.size());
    shown.put("hasMore", values.size() > MOST_VALUES);
    return new Result.Tree(context.revision().shape(NAME, result));
  }

  private Map<String, Completion> completions(JsonNode ref) throws RpcException {
    Catalogue current = catalogue.current();
    switch (ref.path("type").asText()) {
      case "ref/prompt" -> {
        Prompt prompt = current.prompts().get(ref.path("name").asText());
        if (prompt != null) {
          return prompt.completions();
        }
      }
      case "ref/resource" -> {
        String uri = ref.path("uri").asText();
        for (Resource resource : current.resources().live()) {
          if (resource.pattern().text().equals(uri)) {
            return resource.completions();
          }
        }
      }
      default ->
          throw new RpcException(
              ErrorCode.INVALID_PARAMS,
              "\"params.ref.type\" must be \"ref/prompt\" or \"ref/resource\"");
    }
    throw new RpcException(ErrorCode.INVALID_PARAMS, "Unknown reference: " + Json.text(ref));
  }
}
