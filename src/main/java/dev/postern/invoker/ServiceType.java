package dev.postern.invoker;

import dev.postern.catalogue.Config;
import java.util.List;

/** One way to speak to a service. Its settings stand under the key of its name. */
public interface ServiceType {

  /** As written in the JSON, {@code http} or {@code feign}. */
  String name();

  /** Every key that it reads, its name among them. */
  default List<String> keys() {
    return List.of(name());
  }

  /**
   * @param config the object in which the block stands, with whatever stands beside it
   * @return null where a problem was added
   */
  Service compile(Config config);
}
