package dev.postern.invoker.feign;

import dev.postern.invoker.ServiceLoadCases;

class FeignLoadTest extends ServiceLoadCases {

  @Override
  protected String type() {
    return "feign";
  }
}
