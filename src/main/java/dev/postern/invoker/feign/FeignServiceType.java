package dev.postern.invoker.feign;

import dev.postern.catalogue.Config;
import dev.postern.invoker.Block;
import dev.postern.invoker.Service;
import dev.postern.invoker.ServiceCall;
import dev.postern.invoker.ServiceCallParser;
import dev.postern.invoker.ServiceType;
import dev.postern.security.Secrets;
import dev.postern.upstream.Upstream;
import java.util.List;

/** A block {@code feign}. */
public final class FeignServiceType implements ServiceType {
  static final List<String> KEYS =
      ServiceCallParser.KEYS.stream().filter(key -> !key.equals("url")).toList();

  private final Upstream upstream;
  private final Secrets secrets;

  public FeignServiceType(Upstream upstream, Secrets secrets) {
    this.upstream = upstream;
    this.secrets = secrets;
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
    ServiceCall call = new ServiceCallParser(block, config.arguments(), secrets).parse();
    return call == null ? null : new Service(call, FeignSender.build(call, upstream));
  }
}
