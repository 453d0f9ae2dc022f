package dev.postern.invoker.feign;

import dev.postern.catalogue.ToolType;
import dev.postern.invoker.ServiceLoadCases;
import dev.postern.security.Secrets;
import dev.postern.upstream.Upstream;

class FeignLoadTest extends ServiceLoadCases {

  @Override
  protected String type() {
    return "feign";
  }

  @Override
  protected ToolType toolType(Upstream upstream, Secrets secrets) {
    return new FeignToolType(upstream, secrets);
  }
}
