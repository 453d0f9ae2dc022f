package dev.postern.invoker.feign;

import feign.RequestInterceptor;
import feign.RequestTemplate;

/** An interceptor as operations would put it on the class path, on a bad day. */
public final class FailingInterceptor implements RequestInterceptor {

  @Override
  public void apply(RequestTemplate template) {
    throw new IllegalStateException("no ticket");
  }
}
