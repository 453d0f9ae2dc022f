package dev.postern.invoker.feign;

import dev.postern.invoker.ServiceBodyCases;

class FeignBodyTest extends ServiceBodyCases {

  @Override
  protected String type() {
    return "feign";
  }
}
