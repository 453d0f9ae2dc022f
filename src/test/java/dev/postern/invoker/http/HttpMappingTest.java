package dev.postern.invoker.http;

import dev.postern.invoker.ServiceMappingCases;

class HttpMappingTest extends ServiceMappingCases {

  @Override
  protected String type() {
    return "http";
  }
}
