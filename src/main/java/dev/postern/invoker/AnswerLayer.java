package dev.postern.invoker;

import dev.postern.catalogue.Config;
import java.util.List;

/**
 * Something that stands between what a service answers and what becomes of it, where the JSON asks
 * for it beside the block of the service. Which there are, and their order, is one list in {@code
 * wiring}.
 */
public interface AnswerLayer {

  /** The keys beside the service's block that it alone reads. */
  List<String> keys();

  /**
   * @return {@code inner} itself where the JSON does not ask for this layer
   */
  Inquiry around(Inquiry inner, ServiceCall call, Config config);
}
