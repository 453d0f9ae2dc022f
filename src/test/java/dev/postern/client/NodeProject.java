package dev.postern.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The scripts of {@code src/test/ts} with their packages, installed into {@code target/ts} so that
 * the source tree stays clean. Packages come from npm's own registry setting, in the versions and
 * with the checksums of {@code package-lock.json}.
 */
final class NodeProject {
  private static final Path SOURCE = Path.of("src", "test", "ts");
  private static final Path FOLDER = Path.of("target", "ts").toAbsolutePath();

  /** 100 packages take 5 s where the network is well, more where it is slow but alive. */
  private static final long INSTALL_SECONDS = 180;

  private static final int OLDEST_NODE = 20;

  private NodeProject() {}

  /** The program to run scripts with: {@code POSTERN_NODE}, or else what the path has. */
  static String node() {
    return Optional.ofNullable(System.getenv("POSTERN_NODE")).orElse("node");
  }

  /**
   * Installs what the scripts need, unless that was done.
   *
   * @return the folder with the scripts
   * @throws IOException in words for whoever runs the tests
   */
  static synchronized Path install() throws IOException, InterruptedException {
    Files.createDirectories(FOLDER);
    Path installed = FOLDER.resolve("installed-lock.json");
    Path lock = SOURCE.resolve("package-lock.json");
    try (Stream<Path> files = Files.list(SOURCE)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, FOLDER.resolve(file.getFileName()), REPLACE_EXISTING);
      }
    }
    if (!Files.exists(installed) || Files.mismatch(installed, lock) >= 0) {
      run(FOLDER, List.of("npm", "ci", "--no-audit", "--no-fund"), INSTALL_SECONDS);
      Files.copy(lock, installed, REPLACE_EXISTING);
    }
    return FOLDER;
  }

  /**
   * @throws IOException in words for whoever runs the tests
   */
  static void checkNode() throws IOException, InterruptedException {
    String version =
        run(
            Path.of("").toAbsolutePath(),
            List.of(node(), "-p", "process.versions.node.split('.')[0]"),
            20);
    if (Integer.parseInt(version.strip()) < OLDEST_NODE) {
      throw new IOException("node is version " + version.strip() + ", older than " + OLDEST_NODE);
    }
  }

  private static String run(Path folder, List<String> command, long seconds)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("node-", ".txt");
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        throw new IOException(command + " took longer than " + seconds + " s");
      }
      String text = Files.readString(output, UTF_8);
      if (process.exitValue() != 0) {
        throw new IOException(command + " ended with " + process.exitValue() + ": " + text);
      }
      return text;
    } finally {
      Files.delete(output);
    }
  }
}
