package dev.postern.invoker.feign;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.InputSchema;
import dev.postern.catalogue.Problems;
import dev.postern.invoker.Block;
import dev.postern.invoker.ServiceCall;
import dev.postern.invoker.ServiceCallParser;
import dev.postern.invoker.ServiceFetch;
import dev.postern.invoker.ServiceType;
import dev.postern.security.Secrets;
import dev.postern.upstream.Upstream;

/** A block {@code feign} outside of tools. */
public final class FeignServiceType implements ServiceType {
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
  public ServiceFetch compile(
      JsonNode json, String pointer, InputSchema arguments, Problems problems) {
    Block block = Block.read(json, pointer, FeignToolType.KEYS, problems);
    if (block.has("url")) {
      return null; // its problem was added with the unknown keys
    }
    ServiceCall call = new ServiceCallParser(block, arguments, secrets).parse();
    return call == null ? null : new ServiceFetch(call, FeignSender.build(call, upstream));
  }
}
