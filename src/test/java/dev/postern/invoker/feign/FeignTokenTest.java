package dev.postern.invoker.feign;

import dev.postern.invoker.ServiceTokenCases;

class FeignTokenTest extends ServiceTokenCases {
  @Override
  protected String type() {
    return "feign";
  }
}
