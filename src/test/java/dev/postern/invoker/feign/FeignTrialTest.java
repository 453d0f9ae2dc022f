package dev.postern.invoker.feign;

import dev.postern.invoker.ServiceTrialCases;

class FeignTrialTest extends ServiceTrialCases {

  @Override
  protected String type() {
    return "feign";
  }
}
