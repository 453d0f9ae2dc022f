package dev.postern.invoker;

import dev.postern.catalogue.Config;
import java.util.List;

/**
 * Something that stands between a rendered request and the wire where the JSON asks for it, beside
 * the block of the service. Which there are, and their order, is one list in {@code wiring}.
 */
public interface RequestLayer {

  /** The keys beside the service's block that it alone reads. */
  List<String> keys();

  /**
   * @return {@code inner} itself where the JSON does not ask for this layer
   */
  Sender around(Sender inner, ServiceCall call, Config config);
}
