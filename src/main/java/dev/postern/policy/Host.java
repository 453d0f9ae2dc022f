package dev.postern.policy;

import dev.postern.template.Origin;
import java.util.Locale;

/**
 * A host as tools share it: however they write its name, and whether they name the port or not.
 *
 * @param name in lower case; an IPv6 address in brackets
 */
public record Host(String name, int port) {

  public static Host of(Origin origin) {
    String name = origin.host().toLowerCase(Locale.ROOT);
    int usual = origin.scheme().equals("https") ? 443 : 80;
    return new Host(
        name.indexOf(':') < 0 ? name : "[" + name + "]", origin.port() < 0 ? usual : origin.port());
  }

  @Override
  public String toString() {
    return name + ":" + port;
  }
}
