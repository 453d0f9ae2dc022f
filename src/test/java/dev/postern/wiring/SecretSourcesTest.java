package dev.postern.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.security.Secrets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where secrets are looked up as operations set it, and in which order. */
class SecretSourcesTest {
  private static final String ONE = "postern.secret.SOURCES_ONE";
  private static final String BOTH = "postern.secret.SOURCES_BOTH";

  @AfterEach
  void clear() {
    System.clearProperty(ONE);
    System.clearProperty(BOTH);
  }

  @Test
  void theFolderGoesBeforeSystemPropertiesAndTheseBeforeTheEnvironment(@TempDir Path folder)
      throws Exception {
    System.setProperty(ONE, "of the property");
    System.setProperty(BOTH, "of the property");
    Files.writeString(folder.resolve("SOURCES_BOTH"), "of the file\n");
    Secrets secrets =
        SecretSources.open(
            Settings.of(
                new SettingSources(
                    Map.of(
                        "postern.secrets.directory",
                        folder.toString(),
                        "postern.secrets.variables",
                        "PATH"),
                    Map.of(),
                    Map.of())));
    assertThat(secrets.find("SOURCES_ONE")).contains("of the property");
    assertThat(secrets.find("SOURCES_BOTH")).contains("of the file");
    assertThat(secrets.find("PATH")).contains(System.getenv("PATH"));
    Files.writeString(folder.resolve("PATH"), "of the file");
    assertThat(secrets.find("PATH")).contains("of the file");
    assertThat(secrets.find("HOME")).isEmpty();
    assertThat(secrets.find("SOURCES_NONE")).isEmpty();
  }
}
