package dev.postern.invoker.http;

import dev.postern.invoker.ServiceErrorRuleCases;

class HttpErrorRuleTest extends ServiceErrorRuleCases {

  @Override
  protected String type() {
    return "http";
  }
}
