package dev.postern.invoker.http;

import dev.postern.invoker.ServiceAuthCases;

class HttpAuthTest extends ServiceAuthCases {
  @Override
  protected String type() {
    return "http";
  }
}
