package dev.postern.invoker.http;

import dev.postern.invoker.ServiceLimitCases;

class HttpLimitTest extends ServiceLimitCases {

  @Override
  protected String type() {
    return "http";
  }
}
