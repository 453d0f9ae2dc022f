package dev.postern.invoker.http;

import dev.postern.invoker.ServiceRedirectCases;

class HttpRedirectTest extends ServiceRedirectCases {
  @Override
  protected String type() {
    return "http";
  }
}
