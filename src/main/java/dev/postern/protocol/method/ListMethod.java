package dev.postern.protocol.method;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.message.RpcException;
import dev.postern.protocol.CallContext;
import dev.postern.protocol.Lists;
import dev.postern.protocol.MethodHandler;
import dev.postern.protocol.Result;

/** {@code tools/list} and the other lists: a page of what the catalogue has. */
public final class ListMethod implements MethodHandler {
  private final LiveCatalogue catalogue;
  private final Lists lists;

  public ListMethod(LiveCatalogue catalogue, Lists lists) {
    this.catalogue = catalogue;
    this.lists = lists;
  }

  @Override
  public Result handle(CallContext context, ObjectNode params) throws RpcException {
    return lists.page(catalogue.current(), context.revision(), params);
  }
}
