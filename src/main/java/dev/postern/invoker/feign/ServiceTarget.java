package dev.postern.invoker.feign;

import feign.Request;
import feign.RequestTemplate;
import feign.Target;

/**
 * The service that a client was built for.
 *
 * @param url scheme, host and port
 */
record ServiceTarget(String url) implements Target<ServiceMethod> {

  @Override
  public Class<ServiceMethod> type() {
    return ServiceMethod.class;
  }

  @Override
  public String name() {
    return url;
  }

  /** The request was rendered before Feign saw it; Feign's template only carries it. */
  @Override
  public Request apply(RequestTemplate template) {
    return template.feignTarget().apply(template);
  }
}
