package dev.postern.invoker.http;

import dev.postern.invoker.ServiceRequestCases;

class HttpRequestTest extends ServiceRequestCases {

  @Override
  protected String type() {
    return "http";
  }
}
