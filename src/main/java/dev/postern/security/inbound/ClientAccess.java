package dev.postern.security.inbound;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Decides from where MCP requests are taken.
 *
 * <p>Without client authentication only programs on the same machine are let in. {@code Host} and
 * {@code Origin} are checked as well, or a web page could reach a local gateway through a name that
 * it makes resolve to 127.0.0.1 (2025-11-25, transports, security warning).
 *
 * @param open whether callers from other machines are let in
 * @param hosts names, without port, that requests may be addressed to beside those of this machine;
 *     with {@code open} an empty set takes any
 * @param origins web origins, such as {@code https://console.example}, whose pages may call
 */
public record ClientAccess(boolean open, Set<String> hosts, Set<String> origins) {
  private static final Set<String> LOOPBACK_NAMES =
      Set.of("localhost", "127.0.0.1", "[::1]", "[0:0:0:0:0:0:0:1]");

  static final String HOW_TO_OPEN =
      "This gateway takes MCP requests from its own machine only, because no client authentication"
          + " is configured. To take them from anywhere, set postern.access=open"
          + " (system property, or context parameter, or POSTERN_ACCESS in the environment)";

  public ClientAccess {
    hosts = Set.copyOf(hosts);
    origins = Set.copyOf(origins);
  }

  /**
   * Checks one request.
   *
   * @param remoteAddress the caller's IP address as the server saw it
   * @param forwarded whether a proxy says that it passes on somebody else's request
   * @param host the {@code Host} header; may be null
   * @param origin the {@code Origin} header; null where the caller is not a web page
   * @return why the request is refused; empty where it may go on
   */
  public Optional<String> refusal(
      String remoteAddress, boolean forwarded, String host, String origin) {
    if (!open && !isLoopback(remoteAddress)) {
      return Optional.of(HOW_TO_OPEN);
    }
    if (!open && forwarded) {
      return Optional.of(
          "The request came through a proxy, so its caller may be anywhere. " + HOW_TO_OPEN);
    }
    String name = hostName(host);
    if (!isServed(name)) {
      return Optional.of(
          "The Host \""
              + host
              + "\" is not served; add its name to postern.hosts if it is this gateway's");
    }
    if (origin != null && !isAllowed(origin, name)) {
      return Optional.of(
          "Pages from the Origin \"" + origin + "\" may not call; add it to postern.origins");
    }
    return Optional.empty();
  }

  /**
   * Whether pages of this origin may read what they are answered.
   *
   * @param host the {@code Host} header of the request; may be null
   */
  boolean allowsPagesOf(String origin, String host) {
    return isAllowed(origin, hostName(host));
  }

  private boolean isServed(String name) {
    return LOOPBACK_NAMES.contains(name)
        || hosts.contains(name)
        || (open && hosts.isEmpty() && !name.isEmpty());
  }

  /**
   * Configured origins; pages of this machine while only this machine may call; and the gateway's
   * own pages under a name that was configured (under any name would be the rebinding hole again).
   */
  private boolean isAllowed(String origin, String requestedName) {
    if (origins.contains(origin)) {
      return true;
    }
    String name = originName(origin);
    return (!open && LOOPBACK_NAMES.contains(name))
        || (hosts.contains(requestedName) && requestedName.equals(name));
  }

  private static boolean isLoopback(String address) {
    try {
      return InetAddress.getByName(address).isLoopbackAddress(); // an IP literal is not looked up
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** The lower-case name in a {@code Host} header, IPv6 in brackets; empty where there is none. */
  private static String hostName(String host) {
    if (host == null) {
      return "";
    }
    int colon = host.lastIndexOf(':');
    boolean hasPort = colon > host.lastIndexOf(']');
    return (hasPort ? host.substring(0, colon) : host).toLowerCase(Locale.ROOT);
  }

  private static String originName(String origin) {
    try {
      String name = URI.create(origin).getHost();
      return name == null ? "" : name.toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }
}
