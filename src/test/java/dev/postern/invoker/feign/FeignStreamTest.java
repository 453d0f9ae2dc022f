package dev.postern.invoker.feign;

import dev.postern.catalogue.ToolType;
import dev.postern.invoker.ServiceStreamCases;
import dev.postern.security.Secrets;
import dev.postern.upstream.Upstream;

class FeignStreamTest extends ServiceStreamCases {

  @Override
  protected String type() {
    return "feign";
  }

  @Override
  protected ToolType toolType(Upstream upstream, Secrets secrets) {
    return new FeignToolType(upstream, secrets);
  }
}
