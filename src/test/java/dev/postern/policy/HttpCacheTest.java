package dev.postern.policy;

class HttpCacheTest extends CacheCases {

  @Override
  protected String type() {
    return "http";
  }
}
