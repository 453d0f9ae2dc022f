package dev.postern.invoker.http;

import dev.postern.invoker.ServiceTokenCases;

class HttpTokenTest extends ServiceTokenCases {
  @Override
  protected String type() {
    return "http";
  }
}
