package dev.postern.testing.service;

import dev.postern.security.outbound.AddressRules;
import dev.postern.security.outbound.TrustStores;
import dev.postern.upstream.UpstreamSettings;
import java.util.Set;

/**
 * Opens the way to services on 127.0.0.1, where all those of tests are. Servers in processes of
 * their own get the same by the environment variable that pom.xml gives to their tests.
 */
public final class Loopback {
  private static final AddressRules RULES = AddressRules.of(Set.of("loopback"), Set.of());

  private Loopback() {}

  public static UpstreamSettings open(UpstreamSettings settings) {
    return settings.with(RULES, TrustStores.NONE);
  }
}
