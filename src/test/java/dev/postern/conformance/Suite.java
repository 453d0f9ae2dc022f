package dev.postern.conformance;

import java.util.List;

/** A set of scenarios of {@code @modelcontextprotocol/conformance}. */
enum Suite {
  /** The last stable release; it knows the revisions with sessions. */
  STABLE("0.1", List.of(), 30, 39),
  REQUIRED_2025_11_25("0.2", List.of("--requirements", "2025-11-25"), 33, 83),
  /** 37 that count for it, and three that are said to be still under way. */
  REQUIRED_2026_07_28("0.2", List.of("--requirements", "2026-07-28"), 40, 152);

  /** An extension that Postern does not offer. */
  private static final String TASKS = "tasks-";

  final String release;
  final List<String> arguments;

  /** So that a scenario that does not run is noticed. */
  final int scenarios;

  /** So that one is noticed which finds nothing to check and is content. */
  final int checks;

  Suite(String release, List<String> arguments, int scenarios, int checks) {
    this.release = release;
    this.arguments = arguments;
    this.scenarios = scenarios;
    this.checks = checks;
  }

  static boolean judges(String scenario) {
    return !scenario.startsWith(TASKS);
  }

  /** As in file names. */
  String key() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
