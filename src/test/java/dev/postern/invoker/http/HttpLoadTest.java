package dev.postern.invoker.http;

import dev.postern.invoker.ServiceLoadCases;

class HttpLoadTest extends ServiceLoadCases {

  @Override
  protected String type() {
    return "http";
  }
}
