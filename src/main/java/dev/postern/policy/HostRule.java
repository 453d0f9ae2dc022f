package dev.postern.policy;

import java.time.Duration;

/**
 * What holds for one upstream host, whichever tools call it.
 *
 * @param pattern the host's name, {@code *.example.com}, or {@code *}; with a port where it is
 *     meant for that one only
 * @param calls most requests in each period; 0 where they are not limited
 * @param period of the limit
 * @param failurePercent share of failed requests that opens the circuit; 0 where there is none
 * @param open how long the circuit stays open before a trial
 */
public record HostRule(
    String pattern, int calls, Duration period, int failurePercent, Duration open) {

  /** How a host's circuit breaker is where only a tool asks for it. */
  public static final int FAILURE_PERCENT = 50;

  public static final Duration OPEN = Duration.ofSeconds(30);

  /** For hosts that nobody said anything about. */
  static final HostRule NONE = new HostRule("*", 0, Duration.ofSeconds(1), 0, OPEN);

  public boolean limitsRate() {
    return calls > 0;
  }

  public boolean breaksCircuit() {
    return failurePercent > 0;
  }

  /** The share that opens the circuit, also where only a tool asks for one. */
  public int failurePercentOrDefault() {
    return failurePercent > 0 ? failurePercent : FAILURE_PERCENT;
  }

  boolean concerns(Host host) {
    String name = pattern;
    int colon = pattern.lastIndexOf(':');
    if (colon >= 0 && !pattern.endsWith("]")) {
      if (!pattern.substring(colon + 1).equals(Integer.toString(host.port()))) {
        return false;
      }
      name = pattern.substring(0, colon);
    }
    if (name.startsWith("*.")) {
      return host.name().endsWith(name.substring(1));
    }
    return name.equals("*") || name.equals(host.name());
  }
}
