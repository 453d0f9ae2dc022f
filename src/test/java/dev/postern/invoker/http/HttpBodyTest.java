package dev.postern.invoker.http;

import dev.postern.invoker.ServiceBodyCases;

class HttpBodyTest extends ServiceBodyCases {

  @Override
  protected String type() {
    return "http";
  }
}
