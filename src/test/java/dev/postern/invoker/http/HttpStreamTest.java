package dev.postern.invoker.http;

import dev.postern.invoker.ServiceStreamCases;

class HttpStreamTest extends ServiceStreamCases {

  @Override
  protected String type() {
    return "http";
  }
}
