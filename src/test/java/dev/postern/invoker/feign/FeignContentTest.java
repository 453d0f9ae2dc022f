package dev.postern.invoker.feign;

import dev.postern.invoker.ServiceContentCases;

class FeignContentTest extends ServiceContentCases {

  @Override
  protected String type() {
    return "feign";
  }
}
