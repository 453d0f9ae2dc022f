package dev.postern.invoker;

import dev.postern.template.BadValueException;
import dev.postern.template.PercentEncoding;
import dev.postern.template.Scope;
import dev.postern.template.TextTemplate;
import dev.postern.upstream.UpstreamRequest.Header;
import java.util.List;

/**
 * The header {@code Cookie}: pairs with a semicolon between them, RFC 6265 §4.2. What a value
 * cannot hold is percent-encoded, as servers expect who read cookies at all. Immutable.
 */
final class CookieTemplate {
  private final List<Cookie> cookies;

  /**
   * @param name a token
   */
  record Cookie(String name, TextTemplate value) {}

  CookieTemplate(List<Cookie> cookies) {
    this.cookies = List.copyOf(cookies);
  }

  boolean has(String name) {
    return cookies.stream().anyMatch(cookie -> cookie.name().equals(name));
  }

  void render(Scope scope, List<Header> headers) throws BadValueException {
    StringBuilder line = new StringBuilder();
    for (Cookie cookie : cookies) {
      String value = cookie.value().render(scope);
      if (value == null) {
        continue;
      }
      String encoded = PercentEncoding.cookie(value);
      if (encoded == null) {
        throw new BadValueException(
            Utf8.culprit(cookie.value(), scope),
            "is not Unicode text: it has half a surrogate pair");
      }
      line.append(line.isEmpty() ? "" : "; ").append(cookie.name()).append('=').append(encoded);
    }
    if (!line.isEmpty()) {
      headers.add(new Header("Cookie", line.toString()));
    }
  }
}
