package dev.postern.invoker.feign;

import dev.postern.invoker.ServiceAuthCases;

class FeignAuthTest extends ServiceAuthCases {
  @Override
  protected String type() {
    return "feign";
  }
}
