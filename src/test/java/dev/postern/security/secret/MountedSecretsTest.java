package dev.postern.security.secret;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.testing.Wait;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Secrets in files, laid out as Kubernetes mounts them, and in system properties. */
class MountedSecretsTest {
  @TempDir Path folder;

  @Test
  void aFileIsASecretWithoutTheLineEndBehindIt() throws Exception {
    Files.writeString(folder.resolve("A"), "one\n");
    Files.writeString(folder.resolve("B"), "two\r\n");
    Files.writeString(folder.resolve("C"), "-----BEGIN\nmiddle\nEND\n\n");
    Files.writeString(folder.resolve("D"), " blank ");
    FileSecrets secrets = new FileSecrets(folder);
    assertThat(secrets.find("A")).contains("one");
    assertThat(secrets.find("B")).contains("two");
    assertThat(secrets.find("C")).contains("-----BEGIN\nmiddle\nEND\n");
    assertThat(secrets.find("D")).contains(" blank ");
    assertThat(secrets.find("E")).isEmpty();
  }

  @Test
  void aSwappedFolderIsNoticedWithinASecondOrTwo() throws Exception {
    version("..1", "old");
    Files.createSymbolicLink(folder.resolve("..data"), Path.of("..1"));
    Files.createSymbolicLink(folder.resolve("TOKEN"), Path.of("..data/TOKEN"));
    FileSecrets secrets = new FileSecrets(folder);
    assertThat(secrets.find("TOKEN")).contains("old");
    version("..2", "new");
    Files.createSymbolicLink(folder.resolve("..tmp"), Path.of("..2"));
    Files.move(
        folder.resolve("..tmp"),
        folder.resolve("..data"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING,
        java.nio.file.StandardCopyOption.ATOMIC_MOVE);
    Wait.until(
        "the new one",
        Duration.ofSeconds(5),
        () -> secrets.find("TOKEN").equals(java.util.Optional.of("new")));
    Files.delete(folder.resolve("TOKEN"));
    Wait.until("it is gone", Duration.ofSeconds(5), () -> secrets.find("TOKEN").isEmpty());
    Files.writeString(folder.resolve("TOKEN"), "back");
    assertThat(secrets.find("TOKEN")).contains("back");
  }

  private void version(String name, String value) throws Exception {
    Files.writeString(Files.createDirectory(folder.resolve(name)).resolve("TOKEN"), value);
  }

  @Test
  void nothingLeadsOutOfTheFolderAndNoOtherBytesAreASecret() throws Exception {
    Path inner = Files.createDirectory(folder.resolve("inner"));
    Files.writeString(folder.resolve("OUTSIDE"), "secret");
    Files.write(inner.resolve("BYTES"), new byte[] {(byte) 0xFF, (byte) 0xFE, 1, 2});
    Files.write(inner.resolve("LARGE"), new byte[64 * 1024 + 1]);
    Files.createDirectory(inner.resolve("FOLDER"));
    FileSecrets secrets = new FileSecrets(inner);
    for (String key : new String[] {"../OUTSIDE", "..", ".", "", "BYTES", "LARGE", "FOLDER"}) {
      assertThat(secrets.find(key)).as(key).isEmpty();
    }
    assertThat(new FileSecrets(folder.resolve("absent")).find("A")).isEmpty();
  }

  @Test
  void systemPropertiesOfTheirOwnPrefixAreSecrets() {
    Map<String, String> properties = Map.of("postern.secret.A", "one", "B", "two");
    PropertySecrets secrets = new PropertySecrets(properties::get);
    assertThat(secrets.find("A")).contains("one");
    assertThat(secrets.find("B")).isEmpty();
  }
}
