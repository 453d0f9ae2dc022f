package dev.postern.invoker.http;

import dev.postern.invoker.ServiceOrderCases;

class HttpOrderTest extends ServiceOrderCases {

  @Override
  protected String type() {
    return "http";
  }
}
