package dev.postern.invoker.feign;

import feign.RequestInterceptor;
import feign.RequestTemplate;

/** An interceptor of operations, whose failure is told apart from the gateway's own. */
record OfferedInterceptor(RequestInterceptor inner) implements RequestInterceptor {

  /** It threw something; nothing was sent. */
  static final class FailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    FailedException(String name, RuntimeException cause) {
      super(name, cause);
    }
  }

  @Override
  public void apply(RequestTemplate template) {
    try {
      inner.apply(template);
    } catch (RuntimeException e) {
      throw new FailedException(inner.getClass().getName(), e);
    }
  }
}
