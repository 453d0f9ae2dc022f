package dev.postern.invoker.feign;

import dev.postern.upstream.Upstream;
import dev.postern.upstream.UpstreamAnswer;
import dev.postern.upstream.UpstreamRequest;
import dev.postern.upstream.UpstreamRequest.Header;
import feign.Client;
import feign.Request;
import feign.Response;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Feign's way out: the client that all tools share. */
final class UpstreamClient implements Client {
  private final Upstream upstream;

  UpstreamClient(Upstream upstream) {
    this.upstream = upstream;
  }

  @Override
  public Response execute(Request request, Request.Options options) throws IOException {
    try {
      RenderedRequest rendered = (RenderedRequest) request.requestTemplate().feignTarget();
      return response(
          upstream.send(outgoing(request, rendered.request()), rendered.lines()), request);
    } catch (InterruptedException e) {
      throw new InterruptedIOException();
    }
  }

  /** Headers and body as Feign has them now; where to and how long is the tool's. */
  private static UpstreamRequest outgoing(Request request, UpstreamRequest rendered) {
    List<Header> headers = new ArrayList<>();
    request
        .headers()
        .forEach(
            (name, values) -> {
              if (!name.equalsIgnoreCase("Content-Length")) { // Feign's own; the wire has one
                values.forEach(value -> headers.add(new Header(name, value)));
              }
            });
    return rendered.to(
        request.httpMethod().name(),
        rendered.origin(),
        request.url().substring(rendered.origin().toString().length()),
        headers,
        request.body());
  }

  private static Response response(UpstreamAnswer answer, Request request) {
    Map<String, Collection<String>> headers = new LinkedHashMap<>();
    for (Header header : answer.headers()) {
      headers.computeIfAbsent(header.name(), name -> new ArrayList<>()).add(header.value());
    }
    return Response.builder()
        .status(answer.status())
        .headers(headers)
        // A body of unknown length is handed on as it is; a known one would be copied once more.
        .body(new ByteArrayInputStream(answer.body()), null)
        .request(request)
        .build();
  }
}
