package dev.postern.policy;

class FeignPolicyLoadTest extends PolicyLoadCases {

  @Override
  protected String type() {
    return "feign";
  }
}
