package dev.postern.security.outbound;

import static java.util.stream.Collectors.toSet;

import java.net.InetAddress;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Which addresses calls may go to. Private networks are open: that is where a company's services
 * are. Asked with the address that is about to be connected, not with the one that a name had at
 * some earlier time.
 *
 * @param open kinds that are reached all the same
 * @param hosts hosts whose addresses are not looked at
 */
public record AddressRules(Set<AddressKind> open, Set<ServiceHost> hosts) {

  /** Settings, as messages name them. */
  public static final String OPEN = "postern.upstream.open";

  public static final String HOSTS = "postern.upstream.openHosts";

  /** As long as operations say nothing else. */
  public static final AddressRules STRICT = new AddressRules(Set.of(), Set.of());

  public AddressRules {
    open = Set.copyOf(open);
    hosts = Set.copyOf(hosts);
  }

  /**
   * @param kinds names of {@link AddressKind}
   * @param hosts as {@link ServiceHost#parse} takes them
   * @throws IllegalArgumentException if one of them is none
   */
  public static AddressRules of(Collection<String> kinds, Collection<String> hosts) {
    Set<AddressKind> open = EnumSet.noneOf(AddressKind.class);
    for (String name : kinds) {
      open.add(
          AddressKind.named(name)
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          OPEN
                              + " takes loopback, link-local, metadata and special, not \""
                              + name
                              + "\"")));
    }
    return new AddressRules(open, hosts.stream().map(ServiceHost::parse).collect(toSet()));
  }

  /**
   * @param host as the request names it
   * @return why the address must not be called, and what would open it; empty where it may be
   */
  public Optional<String> refusal(String host, int port, InetAddress address) {
    return AddressKind.of(address)
        .filter(kind -> !open.contains(kind))
        .filter(kind -> hosts.stream().noneMatch(one -> one.is(host, port)))
        .map(
            kind ->
                "stands at "
                    + kind.words()
                    + ", which calls may not go to; operations can open it with "
                    + OPEN
                    + "="
                    + kind.settingName()
                    + ", or this host alone with "
                    + HOSTS
                    + "="
                    + host);
  }
}
