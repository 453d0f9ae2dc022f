package dev.postern.policy;

class HttpTimeoutsTest extends TimeoutsCases {

  @Override
  protected String type() {
    return "http";
  }
}
