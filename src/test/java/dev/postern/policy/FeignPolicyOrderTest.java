package dev.postern.policy;

class FeignPolicyOrderTest extends PolicyOrderCases {

  @Override
  protected String type() {
    return "feign";
  }
}
