package dev.postern.invoker;

import dev.postern.catalogue.Config;
import java.util.ArrayList;
import java.util.List;

/**
 * A way to speak to a service, with everything that stands between a request and the wire, and
 * between the wire and a result.
 */
public final class LayeredService implements ServiceType {
  private final ServiceType wire;
  private final List<AnswerLayer> answerLayers;
  private final List<RequestLayer> layers;

  /**
   * @param answerLayers from the outermost to the innermost; all of them stand outside the others
   * @param layers from the outermost to the innermost
   */
  public LayeredService(
      ServiceType wire,
      List<? extends AnswerLayer> answerLayers,
      List<? extends RequestLayer> layers) {
    this.wire = wire;
    this.answerLayers = List.copyOf(answerLayers);
    this.layers = List.copyOf(layers);
  }

  @Override
  public String name() {
    return wire.name();
  }

  @Override
  public List<String> keys() {
    List<String> keys = new ArrayList<>(wire.keys());
    answerLayers.forEach(layer -> keys.addAll(layer.keys()));
    layers.forEach(layer -> keys.addAll(layer.keys()));
    return keys;
  }

  @Override
  public Service compile(Config config) {
    Service service = wire.compile(config);
    for (int i = layers.size() - 1; i >= 0; i--) {
      service = layers.get(i).around(service, config);
    }
    if (service == null) {
      return null;
    }
    Inquiry inquiry = Inquiry.once(service.sender());
    for (int i = answerLayers.size() - 1; i >= 0; i--) {
      inquiry = answerLayers.get(i).around(inquiry, service.call(), config);
    }
    return new Service(service.call(), service.sender(), inquiry);
  }
}
