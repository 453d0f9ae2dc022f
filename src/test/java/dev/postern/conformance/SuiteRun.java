package dev.postern.conformance;

import dev.postern.testing.node.NodePackages;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs suites as processes of their own, as somebody with a shell would. */
final class SuiteRun {
  private static final NodePackages PACKAGES =
      new NodePackages(Path.of("src", "test", "ts", "conformance"), Path.of("target/conformance"));

  /** The suites import what older ones do not export. */
  private static final int OLDEST_NODE = 22;

  /** A whole run takes 4 s; a scenario that waits in vain gives up after 30 s. */
  private static final long LIMIT_SECONDS = 300;

  private final String node;

  private SuiteRun(String node) {
    this.node = node;
  }

  /**
   * Installs the suites, and a newer Node beside them if need be.
   *
   * @throws IOException in words for whoever runs the tests
   */
  static SuiteRun install() throws IOException, InterruptedException {
    if (NodePackages.nodeVersion() >= OLDEST_NODE) {
      PACKAGES.install("--ignore-scripts", "--omit=optional");
      return new SuiteRun(NodePackages.node());
    }
    PACKAGES.install("--ignore-scripts");
    try (Stream<Path> packages = Files.list(PACKAGES.folder().resolve("node_modules"))) {
      return packages
          .filter(folder -> folder.getFileName().toString().startsWith("node-linux-"))
          .findAny()
          .map(folder -> new SuiteRun(folder.resolve("bin/node").toString()))
          .orElseThrow(() -> new IOException("npm has no Node for this machine"));
    }
  }

  /**
   * What came of a run.
   *
   * @param accepted whether the suite itself says that nothing failed that counts
   * @param scenarios all that ran, by name
   */
  record Verdict(boolean accepted, List<Scenario> scenarios) {}

  Verdict run(Suite suite, URI endpoint) throws IOException, InterruptedException {
    Path output = Files.createTempDirectory(PACKAGES.folder(), suite.key() + "-");
    Path words = output.resolve("output.txt");
    List<String> command = new ArrayList<>();
    command.add(node);
    command.add("node_modules/conformance-" + suite.release + "/dist/index.js");
    command.add("server");
    command.add("--url");
    command.add(endpoint.toString());
    command.add("-o");
    command.add(output.toString());
    command.addAll(suite.arguments);
    Process process =
        new ProcessBuilder(command)
            .directory(PACKAGES.folder().toFile())
            .redirectErrorStream(true)
            .redirectOutput(words.toFile())
            .start();
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError(
          "The suite took longer than " + LIMIT_SECONDS + " s; its words are in " + words);
    }
    return new Verdict(process.exitValue() == 0, scenarios(output, words));
  }

  private static List<Scenario> scenarios(Path output, Path words) throws IOException {
    List<Scenario> found = new ArrayList<>();
    try (Stream<Path> folders = Files.list(output)) {
      for (Path folder : folders.filter(Files::isDirectory).toList()) {
        found.add(Scenario.read(folder));
      }
    }
    if (found.isEmpty()) {
      throw new AssertionError("The suite ran nothing: " + Files.readString(words));
    }
    found.sort(Comparator.comparing(Scenario::name));
    return found;
  }
}
