package dev.postern.policy;

class HttpPolicyOrderTest extends PolicyOrderCases {

  @Override
  protected String type() {
    return "http";
  }
}
