package dev.postern.invoker;

import dev.postern.upstream.Lines;
import dev.postern.upstream.UpstreamAnswer;
import dev.postern.upstream.UpstreamException;
import dev.postern.upstream.UpstreamRequest;

/** How a request travels. Safe for concurrent use. */
@FunctionalInterface
public interface Sender {

  /**
   * @param lines takes an answer that comes as a stream
   * @return any status is an answer
   * @throws UpstreamException if there is no usable answer
   * @throws InterruptedException if the caller no longer wants the answer
   */
  UpstreamAnswer send(UpstreamRequest request, Lines lines)
      throws UpstreamException, InterruptedException;
}
