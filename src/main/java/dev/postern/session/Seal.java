package dev.postern.session;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Gives state to clients and takes it back unread and unaltered: base64url of key id, nonce and the
 * AES-GCM sealed bytes. Any node of the installation opens what another sealed. Safe for concurrent
 * use.
 */
public final class Seal {
  private static final int NONCE_BYTES = 12; // NIST SP 800-38D, 8.2
  private static final int TAG_BITS = 128;
  private static final int LEAST_BYTES = Integer.BYTES + NONCE_BYTES + TAG_BITS / 8;

  private final SessionKeys keys;
  private final byte[] purpose;
  private final int maxLength;
  private final SecureRandom random = new SecureRandom();

  /**
   * @param purpose what is sealed for one purpose does not open for another
   * @param maxLength longer texts were not sealed here
   */
  public Seal(SessionKeys keys, String purpose, int maxLength) {
    this.keys = keys;
    this.purpose = purpose.getBytes(StandardCharsets.US_ASCII);
    this.maxLength = maxLength;
  }

  /**
   * @return visible ASCII, different at every call
   * @throws IllegalStateException as {@link SessionKeys#current}
   */
  public String seal(byte[] state) {
    SessionKey key = keys.current();
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    try {
      byte[] sealed = cipher(Cipher.ENCRYPT_MODE, key, nonce).doFinal(state);
      ByteBuffer text = ByteBuffer.allocate(Integer.BYTES + NONCE_BYTES + sealed.length);
      text.putInt(key.id()).put(nonce).put(sealed);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(text.array());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This Java cannot seal with AES-GCM", e);
    }
  }

  /** Whether the state would make a text that {@link #open} refuses for its length. */
  public boolean isTooLong(byte[] state) {
    long bytes = LEAST_BYTES + (long) state.length;
    return (bytes * 4 + 2) / 3 > maxLength;
  }

  /** What {@link #seal} got; empty where the text was not sealed here, or was altered. */
  public Optional<byte[]> open(String text) {
    if (text.length() > maxLength) {
      return Optional.empty();
    }
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    if (bytes.length < LEAST_BYTES || !isCanonical(text, bytes)) {
      return Optional.empty();
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    int keyId = buffer.getInt();
    byte[] nonce = new byte[NONCE_BYTES];
    buffer.get(nonce);
    return keys.find(keyId).map(key -> decrypt(key, nonce, bytes, buffer.position()));
  }

  private byte[] decrypt(SessionKey key, byte[] nonce, byte[] bytes, int offset) {
    try {
      return cipher(Cipher.DECRYPT_MODE, key, nonce).doFinal(bytes, offset, bytes.length - offset);
    } catch (AEADBadTagException e) {
      return null;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This Java cannot open AES-GCM", e);
    }
  }

  private Cipher cipher(int mode, SessionKey key, byte[] nonce) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key.key(), new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(purpose);
    return cipher;
  }

  /** Base64 has several spellings of the same bytes; only the one that was issued counts. */
  private static boolean isCanonical(String text, byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(text);
  }
}
