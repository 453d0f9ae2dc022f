package dev.postern.invoker;

import dev.postern.catalogue.Config;
import java.util.ArrayList;
import java.util.List;

/** A way to speak to a service, with everything that stands between a request and the wire. */
public final class LayeredService implements ServiceType {
  private final ServiceType wire;
  private final List<RequestLayer> layers;

  /**
   * @param layers from the outermost to the innermost
   */
  public LayeredService(ServiceType wire, List<? extends RequestLayer> layers) {
    this.wire = wire;
    this.layers = List.copyOf(layers);
  }

  @Override
  public String name() {
    return wire.name();
  }

  @Override
  public List<String> keys() {
    List<String> keys = new ArrayList<>(wire.keys());
    layers.forEach(layer -> keys.addAll(layer.keys()));
    return keys;
  }

  @Override
  public Service compile(Config config) {
    Service service = wire.compile(config);
    for (int i = layers.size() - 1; i >= 0; i--) {
      service = layers.get(i).around(service, config);
    }
    return service;
  }
}
