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
  private final boolean intercepted;

  /**
   * @param intercepted whether Feign's template knows better what goes out than the request does
   */
  RenderedRequest(UpstreamRequest request, Lines lines, boolean intercepted) {
    this.request = request;
    this.lines = lines;
    this.intercepted = intercepted;
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
    if (intercepted) {
      return Request.create(
          HttpMethod.valueOf(request.method()),
          request.origin() + target(template),
          new LinkedHashMap<>(template.headers()),
          template.body(),
          StandardCharsets.UTF_8,
          template);
    }
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

  /** Path and query as they were rendered, with whatever parameters interceptors added. */
  private String target(RequestTemplate template) {
    String added = template.queryLine();
    if (added.isEmpty()) {
      return request.target();
    }
    boolean first = request.target().indexOf('?') < 0;
    return request.target() + (first ? added : "&" + added.substring(1));
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
