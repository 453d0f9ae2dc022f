package dev.postern.security.outbound;

import java.util.Locale;

/**
 * A host as a setting names it: {@code erp.example}, {@code 127.0.0.1:9090}, {@code [::1]:9090}.
 *
 * @param name in lower case, without brackets and without a dot at its end
 * @param port -1 for any
 */
public record ServiceHost(String name, int port) {

  public ServiceHost {
    name = plain(name);
  }

  /**
   * @throws IllegalArgumentException if it is none
   */
  public static ServiceHost parse(String text) {
    int colon = text.lastIndexOf(':');
    boolean bracketed = text.startsWith("[");
    boolean hasPort = bracketed ? text.contains("]:") : colon >= 0 && colon == text.indexOf(':');
    String host = hasPort ? text.substring(0, colon) : text;
    if (host.isEmpty() || host.contains("/") || host.contains("*") || host.contains("@")) {
      throw new IllegalArgumentException("\"" + text + "\" is not a host, or a host and a port");
    }
    return new ServiceHost(host, hasPort ? port(text, colon) : -1);
  }

  private static int port(String text, int colon) {
    try {
      int port = Integer.parseInt(text.substring(colon + 1));
      if (port > 0 && port < 65536) {
        return port;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new IllegalArgumentException("\"" + text + "\" has no port from 1 to 65535");
  }

  boolean is(String host, int atPort) {
    return (port < 0 || port == atPort) && name.equals(plain(host));
  }

  private static String plain(String host) {
    String plain = host.toLowerCase(Locale.ROOT);
    if (plain.startsWith("[") && plain.endsWith("]")) {
      plain = plain.substring(1, plain.length() - 1);
    }
    return plain.endsWith(".") ? plain.substring(0, plain.length() - 1) : plain;
  }
}
