package dev.postern.policy;

class FeignCircuitBreakerTest extends CircuitBreakerCases {

  @Override
  protected String type() {
    return "feign";
  }
}
