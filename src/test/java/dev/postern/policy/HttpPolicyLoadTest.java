package dev.postern.policy;

class HttpPolicyLoadTest extends PolicyLoadCases {

  @Override
  protected String type() {
    return "http";
  }
}
