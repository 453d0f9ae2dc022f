package dev.postern.invoker.feign;

import dev.postern.invoker.ServiceOrderCases;

class FeignOrderTest extends ServiceOrderCases {

  @Override
  protected String type() {
    return "feign";
  }
}
