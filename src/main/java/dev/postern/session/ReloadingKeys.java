package dev.postern.session;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import javax.crypto.spec.SecretKeySpec;

/**
 * Keys from a shared place, read again now and then so that a rotated key is taken up without a
 * restart: a new key is used a minute after it appeared at the latest, and at once where another
 * node's id shows that it exists.
 */
public final class ReloadingKeys implements SessionKeys {
  private static final long FRESH_NANOS = 60_000_000_000L;

  /** Ids that nobody issued would otherwise make us read for each of them. */
  private static final long LEAST_PAUSE_NANOS = 1_000_000_000L;

  private final Supplier<List<byte[]>> source;

  /** Replaced under the lock of this, read without. */
  private volatile Keys keys;

  /**
   * @param source yields the present keys of 32 bytes, the one for new ids first, never none; may
   *     throw an exception that says why it cannot
   */
  public ReloadingKeys(Supplier<List<byte[]>> source) {
    this.source = source;
  }

  @Override
  public SessionKey current() {
    return olderThan(FRESH_NANOS).byId().values().iterator().next();
  }

  @Override
  public Optional<SessionKey> find(int id) {
    SessionKey known = olderThan(FRESH_NANOS).byId().get(id);
    return Optional.ofNullable(known != null ? known : olderThan(LEAST_PAUSE_NANOS).byId().get(id));
  }

  /** The keys, read again if they are older than this. */
  private Keys olderThan(long age) {
    Keys present = keys;
    return present != null && System.nanoTime() - present.readAt() < age ? present : read(present);
  }

  private synchronized Keys read(Keys seen) {
    if (keys != seen) {
      return keys; // somebody else read them while we waited
    }
    try {
      Map<Integer, SessionKey> byId = new LinkedHashMap<>();
      for (byte[] material : source.get()) {
        SessionKey key = new SessionKey(fingerprint(material), new SecretKeySpec(material, "AES"));
        byId.putIfAbsent(key.id(), key);
      }
      keys = new Keys(byId, System.nanoTime());
    } catch (RuntimeException e) {
      if (seen == null) {
        throw new IllegalStateException(
            "The keys for session ids cannot be read: " + e.getMessage(), e);
      }
      keys = new Keys(seen.byId(), System.nanoTime()); // those read last are good enough
    }
    return keys;
  }

  /** The same on every node, and tells nothing of the key. */
  private static int fingerprint(byte[] material) {
    try {
      return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(material)).getInt();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private record Keys(Map<Integer, SessionKey> byId, long readAt) {}
}
