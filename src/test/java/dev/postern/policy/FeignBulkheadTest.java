package dev.postern.policy;

class FeignBulkheadTest extends BulkheadCases {

  @Override
  protected String type() {
    return "feign";
  }
}
