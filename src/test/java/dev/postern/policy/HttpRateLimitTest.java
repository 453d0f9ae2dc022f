package dev.postern.policy;

class HttpRateLimitTest extends RateLimitCases {

  @Override
  protected String type() {
    return "http";
  }
}
