package dev.postern.invoker.feign;

import dev.postern.invoker.ServicePlaceCases;

class FeignPlaceTest extends ServicePlaceCases {

  @Override
  protected String type() {
    return "feign";
  }
}
