package dev.postern.invoker.feign;

import dev.postern.invoker.ServiceStreamCases;

class FeignStreamTest extends ServiceStreamCases {

  @Override
  protected String type() {
    return "feign";
  }
}
