package dev.postern.invoker.http;

import dev.postern.invoker.ServiceRoundTripCases;

class HttpRoundTripTest extends ServiceRoundTripCases {

  @Override
  protected String type() {
    return "http";
  }
}
