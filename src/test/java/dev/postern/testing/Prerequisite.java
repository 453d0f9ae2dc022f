package dev.postern.testing;

import org.junit.jupiter.api.Assumptions;

/**
 * Something that a test needs of the machine beyond Java and Maven. Where it is missing the test is
 * skipped, and says so; where everything must be there (environment variable {@code
 * POSTERN_REQUIRE_ALL=1}) it fails.
 */
public final class Prerequisite {
  private static final boolean ALL_REQUIRED = "1".equals(System.getenv("POSTERN_REQUIRE_ALL"));

  private Prerequisite() {}

  /** Always throws; declared to return so that callers may say {@code throw}. */
  public static AssertionError missing(Class<?> test, String whatAndCure) {
    String message = test.getSimpleName() + " cannot run: " + whatAndCure;
    if (ALL_REQUIRED) {
      throw new AssertionError(message);
    }
    System.err.printf("%n*** SKIPPED *** %s%n%n", message);
    Assumptions.abort(message);
    return new AssertionError(message);
  }
}
