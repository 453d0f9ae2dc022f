package dev.postern.policy;

class FeignRateLimitTest extends RateLimitCases {

  @Override
  protected String type() {
    return "feign";
  }
}
