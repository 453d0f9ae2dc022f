package dev.postern.conformance;

import dev.postern.testing.server.AdminAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The rows that the suites expect, as an operator would send them to the admin interface. */
final class Fixtures {
  private static final Path FOLDER = Path.of("src/test/resources/conformance");

  private Fixtures() {}

  /**
   * @param service where the rows' services are
   */
  static void register(AdminAccess admin, String service) throws IOException, InterruptedException {
    for (String kind : List.of("tools", "prompts", "resources")) {
      try (Stream<Path> files = Files.list(FOLDER.resolve(kind))) {
        for (Path file : files.sorted().toList()) {
          admin.post("/admin/" + kind, Files.readString(file).replace("FIXTURE-SERVICE", service));
        }
      }
    }
  }

  /**
   * A row that is written anew to change a list.
   *
   * @param kind {@code tool} or {@code prompt}
   */
  static String changing(String kind) throws IOException {
    return Files.readString(FOLDER.resolve("service").resolve("changing-" + kind + ".json"));
  }
}
