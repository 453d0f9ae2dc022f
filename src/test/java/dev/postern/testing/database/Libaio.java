package dev.postern.testing.database;

import dev.postern.testing.Prerequisite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The one library that MySQL needs and that comes in no Maven artifact. Found in the system, or
 * below the folder named by POSTERN_LIBAIO, or below {@code ~/.cache/postern/libaio}.
 */
final class Libaio {
  private static final String FILE = "libaio.so.1";

  private Libaio() {}

  static Map<String, String> environment() {
    String named = System.getenv("POSTERN_LIBAIO");
    Path folder =
        named == null
            ? Path.of(System.getProperty("user.home"), ".cache", "postern", "libaio")
            : Path.of(named);
    return find(folder)
        .map(file -> Map.of("LD_LIBRARY_PATH", file.getParent().toString()))
        .orElse(Map.of());
  }

  /** Skips the calling test where the server cannot run, or fails it; see {@link Prerequisite}. */
  static void require(List<String> probe, Map<String, String> environment, Path log) {
    try {
      ServerProcess.run(probe, environment, log);
    } catch (IllegalStateException | UncheckedIOException e) {
      throw Prerequisite.missing(
          MySqlFamilyServer.class,
          probe.get(0)
              + " does not start, most likely for want of "
              + FILE
              + ". Install it (Debian, Ubuntu: apt-get install libaio1 or libaio1t64; Fedora: dnf"
              + " install libaio), or unpack its package below ~/.cache/postern/libaio. Details: "
              + log);
    }
  }

  private static Optional<Path> find(Path folder) {
    if (!Files.isDirectory(folder)) {
      return renamed();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.endsWith(FILE)).findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Debian 13 and Ubuntu 24.04 have the library under a name that MySQL does not look for. */
  private static Optional<Path> renamed() {
    Path present = Path.of("/usr/lib/x86_64-linux-gnu", FILE + "t64");
    if (!Files.exists(present)) {
      return Optional.empty();
    }
    try {
      Path link = MySqlUnpacked.freshFolder("libaio").resolve(FILE);
      return Optional.of(Files.createSymbolicLink(link, present));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
