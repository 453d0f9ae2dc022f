package dev.postern.security.secret;

import dev.postern.security.Secrets;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Secrets in the files of one folder, as containers mount them: {@code {{secrets.KEY}}} is the text
 * of the file {@code KEY}, without a line end behind it. A file that changed, came or went is
 * noticed within {@link #LOOK_AGAIN}.
 */
public final class FileSecrets implements Secrets {
  private static final Logger LOG = Logger.getLogger(FileSecrets.class.getName());

  /** Who asks for every call must not pay for reading a file every time. */
  static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  /** The largest that Kubernetes could mount is 1 MiB; no header could carry a tenth of it. */
  private static final int MOST_BYTES = 64 * 1024;

  private final Path folder;

  /** Only keys that had a file, so at most as many as there are files. */
  private final Map<String, Known> known = new ConcurrentHashMap<>();

  public FileSecrets(Path folder) {
    this.folder = folder;
  }

  @Override
  public Optional<String> find(String key) {
    Known last = known.get(key);
    if (last != null && System.nanoTime() - last.readAt() < LOOK_AGAIN.toNanos()) {
      return Optional.of(last.value());
    }
    String value = isName(key) ? read(folder.resolve(key)) : null;
    if (value == null) {
      known.remove(key);
      return Optional.empty();
    }
    known.put(key, new Known(value, System.nanoTime()));
    return Optional.of(value);
  }

  /** Nothing that could lead out of the folder. */
  private static boolean isName(String key) {
    return key.matches("[A-Za-z0-9_-]+");
  }

  private static String read(Path file) {
    if (!Files.isRegularFile(file)) {
      return null;
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        LOG.warning(() -> "The secret " + file.getFileName() + " is too large to be one");
        return null;
      }
      return withoutLineEnd(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      LOG.warning(() -> "The secret " + file.getFileName() + " is no text in UTF-8");
    } catch (IOException e) {
      LOG.log(Level.WARNING, "The secret " + file.getFileName() + " cannot be read", e);
    }
    return null;
  }

  private static String withoutLineEnd(String text) {
    if (text.endsWith("\r\n")) {
      return text.substring(0, text.length() - 2);
    }
    return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
  }

  private record Known(String value, long readAt) {}
}
