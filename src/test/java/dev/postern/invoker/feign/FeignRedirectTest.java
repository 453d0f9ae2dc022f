package dev.postern.invoker.feign;

import dev.postern.invoker.ServiceRedirectCases;

class FeignRedirectTest extends ServiceRedirectCases {
  @Override
  protected String type() {
    return "feign";
  }
}
