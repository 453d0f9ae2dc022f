package dev.postern.invoker.redirect;

import dev.postern.template.Origin;
import dev.postern.template.TemplateException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/**
 * Where a {@code Location} points (RFC 9110 §10.2.2), resolved as RFC 3986 §5.2 says.
 *
 * @param target path and query, with everything encoded that must not stand there as it is
 */
record Destination(Origin origin, String target) {
  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.*");

  /**
   * @param fromTarget of the request that was answered
   * @throws TemplateException if this is no address that could be called
   */
  static Destination of(Origin from, String fromTarget, String location) throws TemplateException {
    int fragment = location.indexOf('#');
    String place = (fragment < 0 ? location : location.substring(0, fragment)).strip();
    if (place.indexOf('\\') >= 0 || place.chars().anyMatch(Character::isISOControl)) {
      throw new TemplateException("has backslashes or control characters", 0);
    }
    if (place.startsWith("//")) {
      place = from.scheme() + ":" + place;
    }
    if (SCHEME.matcher(place).matches()) {
      int end = endOfAuthority(place);
      return new Destination(Origin.parse(place.substring(0, end)), target(place.substring(end)));
    }
    return new Destination(from, target(merged(fromTarget, place)));
  }

  private static int endOfAuthority(String url) {
    int at = url.indexOf("://") + 3;
    while (at > 2 && at < url.length() && url.charAt(at) != '/' && url.charAt(at) != '?') {
      at++;
    }
    return at > 2 ? at : url.length();
  }

  private static String merged(String base, String relative) {
    int query = base.indexOf('?');
    String path = query < 0 ? base : base.substring(0, query);
    if (relative.isEmpty()) {
      return base;
    }
    if (relative.startsWith("/")) {
      return relative;
    }
    return relative.startsWith("?")
        ? path + relative
        : path.substring(0, path.lastIndexOf('/') + 1) + relative;
  }

  private static String target(String written) {
    int query = written.indexOf('?');
    String path = query < 0 ? written : written.substring(0, query);
    String rest = query < 0 ? "" : written.substring(query);
    return encoded(withoutDots(path.isEmpty() ? "/" : path) + rest);
  }

  private static String withoutDots(String path) {
    Deque<String> kept = new ArrayDeque<>();
    String[] segments = path.substring(1).split("/", -1);
    for (int i = 0; i < segments.length; i++) {
      String segment = segments[i];
      boolean last = i == segments.length - 1;
      if (segment.equals("..")) {
        kept.pollLast();
      } else if (!segment.equals(".")) {
        kept.addLast(segment);
        continue;
      }
      if (last) {
        kept.addLast("");
      }
    }
    return "/" + String.join("/", kept);
  }

  /** What is no character of a URI becomes its octets; what is encoded already stays. */
  private static String encoded(String text) {
    StringBuilder safe = new StringBuilder(text.length());
    for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (octet & 0xFF);
      if (c <= ' ' || c >= 0x7F || "\"<>^`{|}".indexOf(c) >= 0) {
        safe.append('%').append(String.format("%02X", (int) c));
      } else {
        safe.append(c);
      }
    }
    return safe.toString();
  }
}
