package dev.postern.invoker.feign;

import dev.postern.catalogue.Config;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.invoker.Block;
import dev.postern.invoker.Service;
import dev.postern.invoker.ServiceCall;
import dev.postern.invoker.ServiceCallParser;
import dev.postern.invoker.ServiceType;
import dev.postern.security.Secrets;
import dev.postern.upstream.Upstream;
import feign.RequestInterceptor;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A block {@code feign}. */
public final class FeignServiceType implements ServiceType {
  static final List<String> KEYS =
      Stream.concat(
              ServiceCallParser.KEYS.stream().filter(key -> !key.equals("url")),
              FeignSettings.KEYS.stream())
          .toList();

  private final Upstream upstream;
  private final Secrets secrets;
  private final LiveCatalogue catalogue;
  private final Map<String, RequestInterceptor> interceptors;

  /** Where no request carries a resource of the gateway's own. */
  public FeignServiceType(Upstream upstream, Secrets secrets) {
    this(upstream, secrets, new LiveCatalogue());
  }

  /**
   * @param catalogue holds the resources that a request may carry on
   */
  public FeignServiceType(Upstream upstream, Secrets secrets, LiveCatalogue catalogue) {
    this.upstream = upstream;
    this.secrets = secrets;
    this.catalogue = catalogue;
    this.interceptors = Interceptors.onClassPath();
  }

  @Override
  public String name() {
    return "feign";
  }

  @Override
  public Service compile(Config config) {
    Block block = Block.read(config, name(), KEYS);
    if (block.has("url")) {
      return null; // its problem was added with the unknown keys
    }
    ServiceCall call = new ServiceCallParser(block, config.arguments(), secrets, catalogue).parse();
    FeignSettings settings = FeignSettings.read(block, interceptors);
    return call == null ? null : new Service(call, FeignSender.build(call, upstream, settings));
  }
}
