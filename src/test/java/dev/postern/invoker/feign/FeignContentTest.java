package dev.postern.invoker.feign;

import dev.postern.catalogue.ToolType;
import dev.postern.invoker.ServiceContentCases;
import dev.postern.security.Secrets;
import dev.postern.upstream.Upstream;

class FeignContentTest extends ServiceContentCases {

  @Override
  protected String type() {
    return "feign";
  }

  @Override
  protected ToolType toolType(Upstream upstream, Secrets secrets) {
    return new FeignToolType(upstream, secrets);
  }
}
