package dev.postern.invoker.http;

import dev.postern.invoker.ServiceRehearsalCases;

class HttpRehearsalTest extends ServiceRehearsalCases {

  @Override
  protected String type() {
    return "http";
  }
}
