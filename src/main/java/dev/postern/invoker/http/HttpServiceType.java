package dev.postern.invoker.http;

import dev.postern.catalogue.Config;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.invoker.Block;
import dev.postern.invoker.Service;
import dev.postern.invoker.ServiceCall;
import dev.postern.invoker.ServiceCallParser;
import dev.postern.invoker.ServiceType;
import dev.postern.security.Secrets;
import dev.postern.upstream.Upstream;

/** A block {@code http}. */
public final class HttpServiceType implements ServiceType {
  private final Upstream upstream;
  private final Secrets secrets;
  private final LiveCatalogue catalogue;

  /** Where no request carries a resource of the gateway's own. */
  public HttpServiceType(Upstream upstream, Secrets secrets) {
    this(upstream, secrets, new LiveCatalogue());
  }

  /**
   * @param catalogue holds the resources that a request may carry on
   */
  public HttpServiceType(Upstream upstream, Secrets secrets, LiveCatalogue catalogue) {
    this.upstream = upstream;
    this.secrets = secrets;
    this.catalogue = catalogue;
  }

  @Override
  public String name() {
    return "http";
  }

  @Override
  public Service compile(Config config) {
    Block block = Block.read(config, name(), ServiceCallParser.KEYS);
    if (!block.has("url") && !block.has("baseUrl") && config.get(name()).isObject()) {
      block.problem("url", "is missing; a request needs \"url\", or \"baseUrl\" and \"path\"");
      return null;
    }
    ServiceCall call = new ServiceCallParser(block, config.arguments(), secrets, catalogue).parse();
    return call == null ? null : new Service(call, upstream::send);
  }
}
