package dev.postern.invoker.http;

import dev.postern.invoker.ServiceTrialCases;

class HttpTrialTest extends ServiceTrialCases {

  @Override
  protected String type() {
    return "http";
  }
}
