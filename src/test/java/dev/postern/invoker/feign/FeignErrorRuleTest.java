package dev.postern.invoker.feign;

import dev.postern.invoker.ServiceErrorRuleCases;

class FeignErrorRuleTest extends ServiceErrorRuleCases {

  @Override
  protected String type() {
    return "feign";
  }
}
