package dev.postern.transport.sse;

import dev.postern.message.ErrorCode;
import dev.postern.message.RpcException;
import dev.postern.transport.HttpWithSse;
import dev.postern.transport.ServerSentEvent;
import dev.postern.transport.ServletPair;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.io.IOException;

/** The two addresses of HTTP+SSE. */
@Path("/")
public final class SseResource {
  private final ThreadLocal<ServletPair> current;
  private final HttpWithSse transport;

  public SseResource(ThreadLocal<ServletPair> current, HttpWithSse transport) {
    this.current = current;
    this.transport = transport;
  }

  @GET
  @Path("sse")
  public void open() throws IOException {
    ServletPair pair = current.get();
    String accept = pair.request().getHeader("Accept");
    if (accept != null && !accept.contains(ServerSentEvent.TYPE) && !accept.contains("*/*")) {
      SseEndpoint.refuse(
          pair,
          406,
          new RpcException(ErrorCode.INVALID_REQUEST, "Accept must allow text/event-stream"));
      return;
    }
    transport.open(pair);
  }

  /** Without this Jersey would serve HEAD by GET, which opens a stream. */
  @HEAD
  @Path("sse")
  public void head() throws IOException {
    notAllowed("GET");
  }

  /** Clients that try the newer transport first take this as the hint to open the stream. */
  @POST
  @Path("sse")
  public void post() throws IOException {
    notAllowed("GET");
  }

  @POST
  @Path("mcp/message")
  public void message() throws IOException {
    transport.message(current.get());
  }

  private void notAllowed(String allowed) throws IOException {
    ServletPair pair = current.get();
    pair.response().setHeader("Allow", allowed + ", OPTIONS");
    SseEndpoint.refuse(
        pair,
        405,
        new RpcException(ErrorCode.INVALID_REQUEST, "This address takes " + allowed + " only"));
  }
}
