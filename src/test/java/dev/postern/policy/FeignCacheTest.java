package dev.postern.policy;

class FeignCacheTest extends CacheCases {

  @Override
  protected String type() {
    return "feign";
  }
}
