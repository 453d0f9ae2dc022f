package dev.postern.invoker.feign;

import dev.postern.invoker.ServiceRequestCases;

class FeignRequestTest extends ServiceRequestCases {

  @Override
  protected String type() {
    return "feign";
  }
}
