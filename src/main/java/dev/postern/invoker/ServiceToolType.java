package dev.postern.invoker;

import dev.postern.catalogue.AnswerType;
import dev.postern.catalogue.Binding;
import dev.postern.catalogue.Config;
import java.util.List;

/** A tool that is carried out by a service: {@code "type": "http"} or {@code "feign"}. */
public final class ServiceToolType implements AnswerType {
  private final ServiceType type;

  public ServiceToolType(ServiceType type) {
    this.type = type;
  }

  @Override
  public String name() {
    return type.name();
  }

  @Override
  public List<String> keys() {
    return type.keys();
  }

  @Override
  public Binding compile(Config config) {
    Service service = type.compile(config);
    return service == null ? null : new ServiceBinding(service);
  }
}
