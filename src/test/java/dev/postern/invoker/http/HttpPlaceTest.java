package dev.postern.invoker.http;

import dev.postern.invoker.ServicePlaceCases;

class HttpPlaceTest extends ServicePlaceCases {

  @Override
  protected String type() {
    return "http";
  }
}
