package dev.postern.protocol.method;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Catalogue;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.message.Json;
import dev.postern.message.RpcException;
import dev.postern.protocol.CallContext;
import dev.postern.protocol.MethodHandler;
import dev.postern.protocol.Result;

/** {@code resources/read}. */
public final class ResourcesRead implements MethodHandler {
  public static final String NAME = "resources/read";

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
                    found
                        .resource()
                        .binding()
                        .call(
                            new Call(
                                arguments,
                                context.principal(),
                                context.conversation(params, answers, state))));
    return new Result.Tree(context.revision().shape(NAME, result));
  }

  private static RpcException unknown(CallContext context, String uri) {
    return new RpcException(
        context.revision().resourceNotFoundCode(),
        "Unknown resource: " + uri,
        Json.object().put("uri", uri));
  }
}
