package dev.postern.invoker.feign;

import feign.RequestInterceptor;
import feign.RequestTemplate;
import java.nio.charset.StandardCharsets;

/** An interceptor as operations would put it on the class path: sees, adds and changes. */
public final class StampInterceptor implements RequestInterceptor {

  @Override
  public void apply(RequestTemplate template) {
    String seen = String.join(",", template.headers().getOrDefault("X-Seen", java.util.List.of()));
    template.header("X-Stamp", template.method() + " " + seen.length());
    template.removeHeader("X-Gone");
    template.query("stamp", "a b");
    if (template.body() != null) {
      String body = new String(template.body(), StandardCharsets.UTF_8);
      template.body("<" + body + ">");
    }
  }
}
