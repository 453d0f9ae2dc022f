package dev.postern.invoker.http;

import dev.postern.invoker.ServiceAnswerCases;

class HttpAnswerTest extends ServiceAnswerCases {

  @Override
  protected String type() {
    return "http";
  }
}
