package dev.postern.session;

import javax.crypto.SecretKey;

/**
 * A key that seals session ids.
 *
 * @param id tells which key sealed an id, so that older ids stay readable after a new key came
 * @param key 256-bit AES
 */
public record SessionKey(int id, SecretKey key) {
  @Override
  public String toString() {
    return "SessionKey[id=" + id + "]"; // never the key itself
  }
}
