package dev.postern.invoker.feign;

import dev.postern.invoker.ServicePagingCases;

class FeignPagingTest extends ServicePagingCases {

  @Override
  protected String type() {
    return "feign";
  }
}
