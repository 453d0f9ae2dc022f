package dev.postern.client;

import dev.postern.testing.node.NodePackages;
import java.io.IOException;
import java.nio.file.Path;

/** The scripts of {@code src/test/ts} with their packages, installed into {@code target/ts}. */
final class NodeProject {
  private static final NodePackages PACKAGES =
      new NodePackages(Path.of("src", "test", "ts"), Path.of("target", "ts"));

  private static final int OLDEST_NODE = 20;

  private NodeProject() {}

  /** The program to run scripts with. */
  static String node() {
    return NodePackages.node();
  }

  /**
   * Installs what the scripts need, unless that was done.
   *
   * @return the folder with the scripts
   * @throws IOException in words for whoever runs the tests
   */
  static Path install() throws IOException, InterruptedException {
    PACKAGES.install();
    return PACKAGES.folder();
  }

  /**
   * @throws IOException in words for whoever runs the tests
   */
  static void checkNode() throws IOException, InterruptedException {
    int version = NodePackages.nodeVersion();
    if (version < OLDEST_NODE) {
      throw new IOException("node is version " + version + ", older than " + OLDEST_NODE);
    }
  }
}
