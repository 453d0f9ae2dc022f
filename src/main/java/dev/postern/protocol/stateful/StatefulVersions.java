package dev.postern.protocol.stateful;

import java.util.List;

/** The revisions of the protocol that have sessions. */
final class StatefulVersions {
  static final String NEWEST = "2025-11-25";

  /** What {@code initialize} may settle on. */
  private static final List<String> SERVED = List.of(NEWEST);

  /**
   * What the header {@code MCP-Protocol-Version} may say. Clients are known to send an older
   * revision than they negotiated; the session's own decides, so all published ones are accepted.
   */
  private static final List<String> KNOWN =
      List.of("2024-11-05", "2025-03-26", "2025-06-18", NEWEST);

  private StatefulVersions() {}

  /** The client's wish where it is served, else the newest (lifecycle, version negotiation). */
  static String negotiate(String wish) {
    return SERVED.contains(wish) ? wish : NEWEST;
  }

  static boolean isKnown(String header) {
    return KNOWN.contains(header);
  }

  static List<String> known() {
    return KNOWN;
  }
}
