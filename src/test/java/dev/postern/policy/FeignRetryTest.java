package dev.postern.policy;

class FeignRetryTest extends RetryCases {

  @Override
  protected String type() {
    return "feign";
  }
}
