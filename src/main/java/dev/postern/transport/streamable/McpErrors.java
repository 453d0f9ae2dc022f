package dev.postern.transport.streamable;

import dev.postern.message.ErrorCode;
import dev.postern.message.RpcException;
import dev.postern.protocol.RpcJson;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What fails before or outside of a JSON-RPC request's own handling, in the shape that clients of
 * the MCP endpoint read: an error without id.
 */
public final class McpErrors {
  private static final Logger LOG = LoggerFactory.getLogger(McpErrors.class);

  private McpErrors() {}

  public static Response response(Throwable failure) {
    if (failure instanceof WebApplicationException routed) {
      int status = routed.getResponse().getStatus();
      return json(
          status,
          RpcJson.refusal(
              status == 404
                  ? "There is nothing at this path"
                  : "The request was refused with status " + status));
    }
    String reference = UUID.randomUUID().toString();
    LOG.error("A request failed, reference {}", reference, failure);
    RpcException error =
        new RpcException(
            ErrorCode.INTERNAL_ERROR,
            "The gateway failed; its log says why under reference " + reference);
    return json(500, RpcJson.error(null, error));
  }

  private static Response json(int status, byte[] body) {
    return Response.status(status).type(MediaType.APPLICATION_JSON_TYPE).entity(body).build();
  }
}
