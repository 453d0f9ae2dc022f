package dev.postern.invoker.feign;

import dev.postern.invoker.ServiceMappingCases;

class FeignMappingTest extends ServiceMappingCases {

  @Override
  protected String type() {
    return "feign";
  }
}
