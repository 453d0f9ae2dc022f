package dev.postern.invoker.feign;

import dev.postern.invoker.ServiceRehearsalCases;

class FeignRehearsalTest extends ServiceRehearsalCases {

  @Override
  protected String type() {
    return "feign";
  }
}
