package dev.postern.testing.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A folder of the source tree with a {@code package.json}, installed into another so that the
 * source tree stays clean. Packages come from npm's own registry setting, in the versions and with
 * the checksums of {@code package-lock.json}.
 */
public record NodePackages(Path source, Path folder) {

  /** 100 packages take 5 s where the network is well, more where it is slow but alive. */
  private static final long INSTALL_SECONDS = 180;

  public NodePackages {
    folder = folder.toAbsolutePath();
  }

  /** The node that everybody has: {@code POSTERN_NODE}, or else what the path has. */
  public static String node() {
    return Optional.ofNullable(System.getenv("POSTERN_NODE")).orElse("node");
  }

  /**
   * The major version of {@link #node}.
   *
   * @throws IOException if there is none
   */
  public static int nodeVersion() throws IOException, InterruptedException {
    return Integer.parseInt(
        run(
                Path.of("").toAbsolutePath(),
                List.of(node(), "-p", "process.versions.node.split('.')[0]"),
                20)
            .strip());
  }

  /**
   * Installs the packages, unless that was done.
   *
   * @param options of {@code npm ci}
   * @throws IOException in words for whoever runs the tests
   */
  public void install(String... options) throws IOException, InterruptedException {
    synchronized (NodePackages.class) { // two tests may want the same folder
      Files.createDirectories(folder);
      try (Stream<Path> files = Files.list(source)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          Files.copy(file, folder.resolve(file.getFileName()), REPLACE_EXISTING);
        }
      }
      List<String> command = new ArrayList<>(List.of("npm", "ci", "--no-audit", "--no-fund"));
      command.addAll(Arrays.asList(options));
      Path installed = folder.resolve("installed.txt");
      String wanted = command + "\n" + Files.readString(source.resolve("package-lock.json"));
      if (!Files.exists(installed) || !Files.readString(installed).equals(wanted)) {
        run(folder, command, INSTALL_SECONDS);
        Files.writeString(installed, wanted);
      }
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
