package dev.postern.invoker.feign;

import dev.postern.invoker.ServiceJobCases;

class FeignJobTest extends ServiceJobCases {

  @Override
  protected String type() {
    return "feign";
  }
}
