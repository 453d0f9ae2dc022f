package dev.postern.catalogue;

import dev.postern.message.RpcException;
import java.util.List;

/** Suggests values for one argument. Implementations are safe for concurrent use. */
@FunctionalInterface
public interface Completion {

  /**
   * @param begun what the user typed so far
   * @param known whose arguments are those that are given already
   * @return every value that fits, the best first
   * @throws RpcException if who knows the values does not answer
   * @throws InterruptedException if the caller no longer wants the answer
   */
  List<String> values(String begun, Call known) throws RpcException, InterruptedException;
}
