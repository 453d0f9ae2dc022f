package dev.postern.client;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The code in docs/clients.md is the code that the tests of this package run. */
class ClientsGuideTest {
  private static final Path GUIDE = Path.of("docs", "clients.md");

  @Test
  void everyLineOfCodeIsOneThatATestRuns() throws Exception {
    List<String> shown = linesOfCode();
    assertThat(shown).hasSizeGreaterThan(15);
    Set<String> run = linesThatRun();
    assertThat(shown)
        .filteredOn(line -> !line.matches("(String|const) \\w+ = [\"'].*[\"'];")) // example values
        .allMatch(run::contains);
  }

  private static List<String> linesOfCode() throws IOException {
    List<String> code = new ArrayList<>();
    boolean inside = false;
    for (String line : Files.readAllLines(GUIDE)) {
      if (line.startsWith("```")) {
        inside = !inside && line.matches("```(java|js)");
      } else if (inside && !line.isBlank()) {
        code.add(line.strip());
      }
    }
    return code;
  }

  private static Set<String> linesThatRun() throws IOException {
    return Stream.of(
            Path.of("src/test/java/dev/postern/client/JavaSdkClient.java"),
            Path.of("src/test/ts/sdk1.mjs"),
            Path.of("src/test/ts/sse1.mjs"),
            Path.of("src/test/ts/sdk2.mjs"))
        .flatMap(ClientsGuideTest::lines)
        .map(String::strip)
        .collect(toSet());
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
