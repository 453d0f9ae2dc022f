package dev.postern.protocol.method;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Catalogue;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.catalogue.Resource;
import dev.postern.message.Json;
import dev.postern.message.RpcException;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.message.mcp.Outcome;
import dev.postern.protocol.CallContext;
import dev.postern.protocol.ClientCapabilities;
import dev.postern.protocol.MethodHandler;
import dev.postern.protocol.Result;
import java.util.Set;

/** {@code resources/read}. */
public final class ResourcesRead implements MethodHandler {
  public static final String NAME = "resources/read";

  /** Statuses by which the service behind a resource says that there is none of this URI. */
  private static final Set<Integer> GONE = Set.of(404, 410);

  private final LiveCatalogue catalogue;

  public ResourcesRead(LiveCatalogue catalogue) {
    this.catalogue = catalogue;
  }

  @Override
  public boolean mayWait() {
    return true;
  }

  @Override
  public Result handle(CallContext context, ObjectNode params)
      throws RpcException, InterruptedException {
    String uri = Params.text(params, "uri");
    Catalogue.Found found =
        catalogue.current().resource(uri).orElseThrow(() -> unknown(context, uri));
    ObjectNode arguments = found.holes().put("uri", uri);
    ObjectNode result =
        context
            .rounds()
            .run(
                context,
                NAME,
                params,
                (answers, state) ->
                    read(
                        found.resource(),
                        new Call(
                            arguments,
                            context.principal(),
                            context.conversation(params, answers, state)),
                        context));
    return new Result.Tree(context.revision().shape(NAME, result));
  }

  private static Outcome read(Resource resource, Call call, CallContext context)
      throws RpcException, InterruptedException {
    ClientCapabilities.demand(resource.requirements(), call.conversation());
    Outcome outcome = resource.binding().call(call);
    if (!(outcome instanceof CallToolResult failed)) {
      return outcome;
    }
    if (GONE.contains(failed.facts().path("status").intValue())) {
      throw unknown(context, call.arguments().get("uri").asText());
    }
    throw failed.asProtocolError();
  }

  private static RpcException unknown(CallContext context, String uri) {
    return new RpcException(
        context.revision().resourceNotFoundCode(),
        "Unknown resource: " + uri,
        Json.object().put("uri", uri));
  }
}
