package dev.postern.security;

import java.util.Collections;
import java.util.Enumeration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The names of all headers that any tool passes on, so that nothing is copied from requests as long
 * as no tool does. Names are only added, by the thread that compiles tools; there are as many as
 * tools ever named.
 */
public final class WantedHeaders {
  private final Set<String> names = ConcurrentHashMap.newKeySet();

  public void add(String name) {
    names.add(name.toLowerCase(Locale.ROOT));
  }

  /**
   * What a request has of them.
   *
   * @param headers as of a servlet request
   */
  public ClientHeaders of(Function<String, Enumeration<String>> headers) {
    return names.isEmpty() ? ClientHeaders.NONE : ClientHeaders.copy(names, headers);
  }

  /** Every header, for connections that outlive the tools of their first day. */
  public static ClientHeaders all(
      Enumeration<String> names, Function<String, Enumeration<String>> headers) {
    return ClientHeaders.copy(
        Collections.list(names).stream().map(name -> name.toLowerCase(Locale.ROOT)).toList(),
        headers);
  }
}
