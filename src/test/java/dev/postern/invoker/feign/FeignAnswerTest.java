package dev.postern.invoker.feign;

import dev.postern.invoker.ServiceAnswerCases;

class FeignAnswerTest extends ServiceAnswerCases {

  @Override
  protected String type() {
    return "feign";
  }
}
