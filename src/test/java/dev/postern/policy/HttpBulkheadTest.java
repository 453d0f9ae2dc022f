package dev.postern.policy;

class HttpBulkheadTest extends BulkheadCases {

  @Override
  protected String type() {
    return "http";
  }
}
