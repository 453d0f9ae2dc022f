package dev.postern.invoker.http;

import dev.postern.invoker.ServiceContentCases;

class HttpContentTest extends ServiceContentCases {

  @Override
  protected String type() {
    return "http";
  }
}
