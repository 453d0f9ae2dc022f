package dev.postern.template;

import java.net.IDN;
import java.util.Locale;

/**
 * Where a request goes: the part of a URL that no argument can change.
 *
 * @param scheme {@code http} or {@code https}
 * @param host in ASCII; an IPv6 address without its brackets
 * @param port -1 for the scheme's own
 */
public record Origin(String scheme, String host, int port) {

  /**
   * Reads {@code scheme://host[:port]}.
   *
   * @param text up to the path
   */
  public static Origin parse(String text) throws TemplateException {
    int colon = text.indexOf("://");
    String scheme = colon < 0 ? "" : text.substring(0, colon).toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new TemplateException("must begin with http:// or https://", 0);
    }
    int start = colon + 3;
    String authority = text.substring(start);
    if (authority.indexOf('@') >= 0) {
      throw new TemplateException(
          "must not carry a user or password; give them in a header with {{secrets.KEY}}", start);
    }
    int portColon = authority.lastIndexOf(':');
    if (authority.indexOf(']') > portColon) {
      portColon = -1; // that colon belongs to an IPv6 address
    }
    String host = portColon < 0 ? authority : authority.substring(0, portColon);
    int port = portColon < 0 ? -1 : port(authority.substring(portColon + 1), start);
    return new Origin(scheme, host(host, start), port);
  }

  private static int port(String digits, int offset) throws TemplateException {
    if (digits.length() <= 5 && digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      int port = digits.isEmpty() ? 0 : Integer.parseInt(digits);
      if (port >= 1 && port <= 65535) {
        return port;
      }
    }
    throw new TemplateException("has a port that is not a number from 1 to 65535", offset);
  }

  private static String host(String written, int offset) throws TemplateException {
    if (written.startsWith("[") && written.endsWith("]")) {
      String address = written.substring(1, written.length() - 1);
      if (address.indexOf(':') >= 0 && onlyHas(address, "0123456789abcdefABCDEF:.")) {
        return address;
      }
      throw new TemplateException("has an IPv6 address that cannot be read", offset);
    }
    String host = written;
    try {
      host = IDN.toASCII(written);
    } catch (IllegalArgumentException e) {
      throw new TemplateException("has a host name that cannot be read", offset);
    }
    // The underscore is no part of DNS host names, but of many names inside container networks.
    if (host.isEmpty()
        || host.length() > 253
        || !onlyHas(host, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._")) {
      throw new TemplateException(
          host.isEmpty() ? "has no host" : "has a host name that cannot be read", offset);
    }
    return host;
  }

  private static boolean onlyHas(String text, String allowed) {
    return text.chars().allMatch(c -> allowed.indexOf(c) >= 0);
  }

  /** Whether both name one place, however they are written. */
  public boolean isSameAs(Origin other) {
    return scheme.equals(other.scheme)
        && host.equalsIgnoreCase(other.host)
        && actualPort() == other.actualPort();
  }

  private int actualPort() {
    return port >= 0 ? port : scheme.equals("https") ? 443 : 80;
  }

  /** {@code scheme://host[:port]}. */
  @Override
  public String toString() {
    String name = host.indexOf(':') < 0 ? host : "[" + host + "]";
    return scheme + "://" + name + (port < 0 ? "" : ":" + port);
  }
}
