package dev.postern.invoker.redirect;

import java.util.List;
import java.util.Locale;

/**
 * Hosts, beside its own, to which a service may point.
 *
 * @param patterns {@code files.example.com}, {@code *.example.com}, or {@code *} for any
 */
record Hosts(List<String> patterns) {

  static boolean isPattern(String text) {
    return text.equals("*") || text.matches("(\\*\\.)?[A-Za-z0-9_.:-]+");
  }

  boolean include(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    for (String pattern : patterns) {
      String wanted = pattern.toLowerCase(Locale.ROOT);
      if (wanted.equals("*")
          || wanted.equals(name)
          || wanted.startsWith("*.") && name.endsWith(wanted.substring(1))) {
        return true;
      }
    }
    return false;
  }
}
