package dev.postern.invoker.feign;

import dev.postern.upstream.Lines;
import dev.postern.upstream.UpstreamRequest;
import feign.Request;
import feign.Request.HttpMethod;
import feign.RequestTemplate;
import feign.Target;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** A rendered request on its way through Feign, as the target of Feign's own template. */
public final class RenderedRequest implements Target<ServiceMethod> {
  private final UpstreamRequest request;
  private final Lines lines;

  RenderedRequest(UpstreamRequest request, Lines lines) {
    this.request = request;
    this.lines = lines;
  }

  /** Ties the rendered request to the template that Feign made for this call. */
  static final class Encoder implements feign.codec.Encoder {
    @Override
    public void encode(Object rendered, Type type, RequestTemplate template) {
      template.feignTarget((RenderedRequest) rendered);
    }
  }

  UpstreamRequest request() {
    return request;
  }

  /** Takes an answer that comes as a stream, before Feign sees the rest of it. */
  Lines lines() {
    return lines;
  }

  @Override
  public Request apply(RequestTemplate template) {
    Map<String, Collection<String>> headers = new LinkedHashMap<>();
    for (UpstreamRequest.Header header : request.headers()) {
      headers.computeIfAbsent(header.name(), name -> new ArrayList<>()).add(header.value());
    }
    return Request.create(
        HttpMethod.valueOf(request.method()),
        request.url(),
        headers,
        request.body(),
        StandardCharsets.UTF_8,
        template);
  }

  @Override
  public Class<ServiceMethod> type() {
    return ServiceMethod.class;
  }

  @Override
  public String name() {
    return request.origin().host();
  }

  @Override
  public String url() {
    return request.origin().toString();
  }
}
