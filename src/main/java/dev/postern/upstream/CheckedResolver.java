package dev.postern.upstream;

import dev.postern.security.outbound.AddressRefusedException;
import dev.postern.security.outbound.AddressRules;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hc.client5.http.DnsResolver;

/**
 * Finds a host's addresses right before one of them is connected, and leaves out those that must
 * not be called. What it returns is what is connected: a name cannot mean something else between
 * the check and the call.
 */
final class CheckedResolver implements DnsResolver {
  private final AddressRules rules;

  CheckedResolver(AddressRules rules) {
    this.rules = rules;
  }

  @Override
  public List<InetSocketAddress> resolve(String host, int port) throws UnknownHostException {
    List<InetSocketAddress> allowed = new ArrayList<>();
    for (InetAddress address : allowed(host, port)) {
      allowed.add(new InetSocketAddress(address, port));
    }
    return allowed;
  }

  @Override
  public InetAddress[] resolve(String host) throws UnknownHostException {
    return allowed(host, -1).toArray(InetAddress[]::new);
  }

  private List<InetAddress> allowed(String host, int port) throws UnknownHostException {
    List<InetAddress> allowed = new ArrayList<>();
    String reason = null;
    for (InetAddress address : InetAddress.getAllByName(host)) {
      Optional<String> refusal = rules.refusal(host, port, address);
      if (refusal.isEmpty()) {
        allowed.add(address);
      } else {
        reason = refusal.get();
      }
    }
    if (allowed.isEmpty()) {
      throw new AddressRefusedException(reason);
    }
    return allowed;
  }

  @Override
  public String resolveCanonicalHostname(String host) {
    return host; // nobody here asks for it
  }
}
