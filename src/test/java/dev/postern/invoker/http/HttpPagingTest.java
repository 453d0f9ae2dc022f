package dev.postern.invoker.http;

import dev.postern.invoker.ServicePagingCases;

class HttpPagingTest extends ServicePagingCases {

  @Override
  protected String type() {
    return "http";
  }
}
