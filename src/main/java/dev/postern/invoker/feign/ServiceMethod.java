package dev.postern.invoker.feign;

import feign.Response;
import java.io.IOException;

/** The interface behind every Feign client here; what differs stands in its contract. */
public interface ServiceMethod {

  /**
   * @throws IOException if there is no usable answer
   */
  Response call(RenderedRequest request) throws IOException;
}
