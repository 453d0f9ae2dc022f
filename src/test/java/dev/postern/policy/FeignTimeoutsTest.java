package dev.postern.policy;

class FeignTimeoutsTest extends TimeoutsCases {

  @Override
  protected String type() {
    return "feign";
  }
}
