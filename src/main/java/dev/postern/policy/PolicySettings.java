package dev.postern.policy;

/**
 * What operations say about policies.
 *
 * @param hosts rules for hosts, whatever the tools say
 * @param cacheBytes most bytes of all answers that are kept
 * @param cacheEntries most answers that are kept
 */
public record PolicySettings(HostRules hosts, long cacheBytes, int cacheEntries) {
  private static final int MIB = 1024 * 1024;

  /** No rules for hosts; a cache that no heap notices. */
  public static final PolicySettings DEFAULTS =
      new PolicySettings(HostRules.NONE, 32 * MIB, 10_000);

  public PolicySettings {
    if (cacheBytes < 1 || cacheEntries < 1) {
      throw new IllegalArgumentException("The limits of the cache must be at least 1");
    }
  }
}
