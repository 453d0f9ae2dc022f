package dev.postern.invoker.feign;

import dev.postern.upstream.UpstreamRequest;
import dev.postern.upstream.UpstreamRequest.Header;
import feign.RequestInterceptor;
import feign.RequestTemplate;
import java.nio.charset.StandardCharsets;

/** The first of all interceptors: lets the others see and change what was rendered. */
final class ShownRequest implements RequestInterceptor {

  @Override
  public void apply(RequestTemplate template) {
    UpstreamRequest request = ((RenderedRequest) template.feignTarget()).request();
    for (Header header : request.headers()) {
      template.headerLiteral(header.name(), header.value()); // braces in a value are just that
    }
    if (request.body() != null) {
      template.body(request.body(), StandardCharsets.UTF_8);
    }
  }
}
