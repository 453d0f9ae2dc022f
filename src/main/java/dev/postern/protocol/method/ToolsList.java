package dev.postern.protocol.method;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Catalogue;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.message.ErrorCode;
import dev.postern.message.RpcException;
import dev.postern.protocol.CallContext;
import dev.postern.protocol.MethodHandler;
import dev.postern.protocol.Result;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** {@code tools/list}: all tools on one page, bytes that were made once for each catalogue. */
public final class ToolsList implements MethodHandler {
  private static final byte[] HEAD = "{\"tools\":".getBytes(StandardCharsets.US_ASCII);

  private final LiveCatalogue catalogue;

  /** The last page made; two threads may make the same one, either is right. */
  private volatile Page page = new Page(null, null);

  public ToolsList(LiveCatalogue catalogue) {
    this.catalogue = catalogue;
  }

  @Override
  public Result handle(CallContext context, ObjectNode params) throws RpcException {
    if (params.hasNonNull("cursor")) {
      throw new RpcException(
          ErrorCode.INVALID_PARAMS, "Unknown cursor: all tools are on the first page");
    }
    Catalogue current = catalogue.current();
    Page known = page;
    if (known.of != current) {
      known = new Page(current, new Result.Ready(bytes(current)));
      page = known;
    }
    return known.result;
  }

  private static byte[] bytes(Catalogue catalogue) {
    byte[] tools = catalogue.toolsJson();
    ByteArrayOutputStream result = new ByteArrayOutputStream(HEAD.length + tools.length + 1);
    result.writeBytes(HEAD);
    result.writeBytes(tools);
    result.write('}');
    return result.toByteArray();
  }

  private record Page(Catalogue of, Result result) {}
}
