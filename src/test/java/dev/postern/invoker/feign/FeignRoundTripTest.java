package dev.postern.invoker.feign;

import dev.postern.invoker.ServiceRoundTripCases;

class FeignRoundTripTest extends ServiceRoundTripCases {

  @Override
  protected String type() {
    return "feign";
  }
}
