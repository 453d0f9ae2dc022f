package dev.postern.policy;

class HttpCircuitBreakerTest extends CircuitBreakerCases {

  @Override
  protected String type() {
    return "http";
  }
}
