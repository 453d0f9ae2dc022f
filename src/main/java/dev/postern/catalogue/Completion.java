package dev.postern.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.RpcException;
import java.util.List;

/** Suggests values for one argument. Implementations are safe for concurrent use. */
@FunctionalInterface
public interface Completion {

  /**
   * @param begun what the user typed so far
   * @param known arguments that are given already; read only
   * @return every value that fits, the best first
   * @throws RpcException if who knows the values does not answer
   * @throws InterruptedException if the caller no longer wants the answer
   */
  List<String> values(String begun, ObjectNode known) throws RpcException, InterruptedException;
}
