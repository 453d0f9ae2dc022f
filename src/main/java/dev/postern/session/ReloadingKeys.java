package dev.postern.session;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
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

  /**
   * A key is used for new ids only when it was seen this long ago: another node that gets such an
   * id then finds the key, even if it has just looked and may not look again for a moment.
   */
  private static final long SETTLE_NANOS = 2 * LEAST_PAUSE_NANOS;

  private final Supplier<List<byte[]>> source;
  private final LongSupplier nanoTime;
  private final ReentrantLock lock = new ReentrantLock();

  /** Replaced under the lock, read without. */
  private volatile Keys keys;

  /**
   * @param source yields the present keys of 32 bytes, the one for new ids first, never none; may
   *     throw an exception that says why it cannot
   */
  public ReloadingKeys(Supplier<List<byte[]>> source) {
    this(source, System::nanoTime);
  }

  /** With a clock of one's own, which counts nanoseconds and never goes back. */
  ReloadingKeys(Supplier<List<byte[]>> source, LongSupplier nanoTime) {
    this.source = source;
    this.nanoTime = nanoTime;
  }

  /** The newest that every node can know of by now; where that is none, the one known longest. */
  @Override
  public SessionKey current() {
    Keys present = youngerThan(FRESH_NANOS);
    long now = nanoTime.getAsLong();
    SessionKey oldest = null;
    for (SessionKey key : present.byId().values()) {
      if (now - present.seenAt().get(key.id()) >= SETTLE_NANOS) {
        return key;
      }
      oldest = key;
    }
    return oldest;
  }

  @Override
  public Optional<SessionKey> find(int id) {
    SessionKey known = youngerThan(FRESH_NANOS).byId().get(id);
    return Optional.ofNullable(
        known != null ? known : youngerThan(LEAST_PAUSE_NANOS).byId().get(id));
  }

  /** The keys, read again if they are older than this; by one thread, while others go on. */
  private Keys youngerThan(long age) {
    Keys present = keys;
    if (present != null && nanoTime.getAsLong() - present.readAt() < age) {
      return present;
    }
    if (present == null || age < FRESH_NANOS) {
      lock.lock(); // an answer is needed that the present keys do not give
    } else if (!lock.tryLock()) {
      return present;
    }
    try {
      return keys == present ? read(present) : keys;
    } finally {
      lock.unlock();
    }
  }

  private Keys read(Keys seen) {
    try {
      Map<Integer, SessionKey> byId = new LinkedHashMap<>();
      Map<Integer, Long> seenAt = new HashMap<>();
      long now = nanoTime.getAsLong();
      for (byte[] material : source.get()) {
        SessionKey key = new SessionKey(fingerprint(material), new SecretKeySpec(material, "AES"));
        byId.putIfAbsent(key.id(), key);
        seenAt.put(key.id(), seen == null ? now : seen.seenAt().getOrDefault(key.id(), now));
      }
      keys = new Keys(byId, seenAt, nanoTime.getAsLong());
    } catch (RuntimeException e) {
      if (seen == null) {
        throw new IllegalStateException(
            "The keys for session ids cannot be read: " + e.getMessage(), e);
      }
      keys =
          new Keys(
              seen.byId(), seen.seenAt(), nanoTime.getAsLong()); // those read last are good enough
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

  private record Keys(Map<Integer, SessionKey> byId, Map<Integer, Long> seenAt, long readAt) {}
}
