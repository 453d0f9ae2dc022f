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
   * For a layer that also shapes the request, or takes other secrets out of what is answered.
   *
   * @param inner null where the service's own block is wrong; then only problems are looked for
   * @return {@code inner} itself where the JSON does not ask for this layer
   */
  default Service around(Service inner, Config config) {
    return inner == null
        ? null
        : new Service(inner.call(), around(inner.sender(), inner.call(), config));
  }

  /**
   * @return {@code inner} itself where the JSON does not ask for this layer
   */
  default Sender around(Sender inner, ServiceCall call, Config config) {
    return inner;
  }
}
