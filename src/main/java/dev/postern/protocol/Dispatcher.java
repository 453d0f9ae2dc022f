package dev.postern.protocol;

import dev.postern.message.ErrorCode;
import dev.postern.message.Message;
import dev.postern.message.RpcException;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the handler of a request in the method table; faults of the gateway end here. */
public final class Dispatcher {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

  private final Map<String, MethodHandler> methods;

  /**
   * @param methods every method that is served, by its name; the rest is not found
   */
  public Dispatcher(Map<String, MethodHandler> methods) {
    this.methods = Map.copyOf(methods);
  }

  public boolean knows(String method) {
    return methods.containsKey(method);
  }

  /** As {@link MethodHandler#letsClientGo}. */
  public boolean letsClientGo(Message.Request request) {
    MethodHandler handler = methods.get(request.method());
    return handler != null && handler.letsClientGo(request.params());
  }

  /** Whether a request of this method may have to wait for somebody. */
  public boolean mayWait(String method) {
    MethodHandler handler = methods.get(method);
    return handler != null && handler.mayWait();
  }

  /**
   * @throws RpcException to be answered as the request's {@code error}
   * @throws InterruptedException if the caller no longer wants the answer
   */
  public Result dispatch(CallContext context, Message.Request request)
      throws RpcException, InterruptedException {
    MethodHandler handler = methods.get(request.method());
    if (handler == null) {
      throw new RpcException(ErrorCode.METHOD_NOT_FOUND, "Unknown method: " + request.method());
    }
    try {
      return handler.handle(context, request.params());
    } catch (RuntimeException e) {
      String reference = UUID.randomUUID().toString();
      LOG.error("{} failed, reference {}", request.method(), reference, e);
      throw new RpcException(
          ErrorCode.INTERNAL_ERROR,
          "The gateway failed; its log says why under reference " + reference);
    }
  }
}
