package dev.postern.invoker.auth;

import dev.postern.template.PercentEncoding;
import dev.postern.upstream.UpstreamException;
import dev.postern.upstream.UpstreamException.Kind;
import dev.postern.upstream.UpstreamRequest;
import dev.postern.upstream.UpstreamRequest.Header;
import java.util.ArrayList;
import java.util.List;

/** One thing that is added to a request. */
record Addition(Place place, String name, String value) {

  enum Place {
    HEADER,
    QUERY,
    COOKIE
  }

  static Addition authorization(String value) {
    return new Addition(Place.HEADER, "Authorization", value);
  }

  UpstreamRequest on(UpstreamRequest request) throws UpstreamException {
    return switch (place) {
      case HEADER -> request.with(new Header(name, value));
      case QUERY ->
          request.withTarget(
              request.target()
                  + (request.target().indexOf('?') < 0 ? "?" : "&")
                  + PercentEncoding.encode(name)
                  + "="
                  + PercentEncoding.encode(value));
      case COOKIE -> withCookie(request);
    };
  }

  /** RFC 6265 §5.4: one line with all cookies. */
  private UpstreamRequest withCookie(UpstreamRequest request) throws UpstreamException {
    if (!isCookieValue(value)) {
      throw new UpstreamException(
          Kind.SECRET_MISSING,
          "was not asked, because the secret for its cookie has characters that no cookie can have",
          null);
    }
    List<Header> headers = new ArrayList<>();
    String cookies = "";
    for (Header header : request.headers()) {
      if (header.name().equalsIgnoreCase("Cookie")) {
        cookies += header.value() + "; ";
      } else {
        headers.add(header);
      }
    }
    headers.add(new Header("Cookie", cookies + name + "=" + value));
    return request.with(headers);
  }

  /** RFC 6265 §4.1.1. */
  private static boolean isCookieValue(String value) {
    return value.chars().allMatch(c -> c > ' ' && c < 0x7F && "\",;\\".indexOf(c) < 0);
  }
}
