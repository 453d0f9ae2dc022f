package dev.postern.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Scenarios that are known not to pass, each with its reason: lines of {@code suite scenario
 * reason}, {@code #} begins a comment. One that passes after all must leave the file.
 */
final class Baseline {
  private static final Path FILE = Path.of("src/test/resources/conformance/baseline.txt");

  private final Map<String, String> reasons = new TreeMap<>();

  static Baseline read() throws IOException {
    Baseline baseline = new Baseline();
    for (String line : Files.readAllLines(FILE)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] parts = line.split(" ", 3);
      if (parts.length < 3) {
        throw new IOException("This line of " + FILE + " has no reason: " + line);
      }
      baseline.reasons.put(parts[0] + " " + parts[1], parts[2]);
    }
    return baseline;
  }

  /** Why the scenario may fail; empty where it may not. */
  Optional<String> reason(Suite suite, String scenario) {
    return Optional.ofNullable(reasons.get(suite.key() + " " + scenario));
  }
}
