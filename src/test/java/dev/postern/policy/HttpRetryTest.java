package dev.postern.policy;

class HttpRetryTest extends RetryCases {

  @Override
  protected String type() {
    return "http";
  }
}
