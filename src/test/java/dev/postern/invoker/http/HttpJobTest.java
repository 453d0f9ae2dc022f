package dev.postern.invoker.http;

import dev.postern.invoker.ServiceJobCases;

class HttpJobTest extends ServiceJobCases {

  @Override
  protected String type() {
    return "http";
  }
}
