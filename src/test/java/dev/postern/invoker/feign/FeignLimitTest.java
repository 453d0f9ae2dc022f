package dev.postern.invoker.feign;

import dev.postern.invoker.ServiceLimitCases;

class FeignLimitTest extends ServiceLimitCases {

  @Override
  protected String type() {
    return "feign";
  }
}
