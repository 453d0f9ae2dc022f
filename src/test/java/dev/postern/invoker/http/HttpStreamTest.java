package dev.postern.invoker.http;

import dev.postern.catalogue.ToolType;
import dev.postern.invoker.ServiceStreamCases;
import dev.postern.security.Secrets;
import dev.postern.upstream.Upstream;

class HttpStreamTest extends ServiceStreamCases {

  @Override
  protected String type() {
    return "http";
  }

  @Override
  protected ToolType toolType(Upstream upstream, Secrets secrets) {
    return new HttpToolType(upstream, secrets);
  }
}
