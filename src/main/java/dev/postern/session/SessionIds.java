package dev.postern.session;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.security.Principal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Issues and opens session ids that carry their own state: base64url of key id, nonce and the
 * AES-GCM sealed session. Safe for concurrent use.
 */
public final class SessionIds {
  private static final int NONCE_BYTES = 12; // NIST SP 800-38D, 8.2
  private static final int TAG_BITS = 128;
  private static final byte[] PURPOSE = "postern session 1".getBytes(StandardCharsets.US_ASCII);

  /** Longer ids than this were not issued here; ours stay below 1,000 characters. */
  private static final int MAX_ID_LENGTH = 2_000;

  /** Of the client's texts only this much is kept: the id travels in a header of every request. */
  private static final int MAX_TEXT_LENGTH = 100;

  /**
   * What a server may ever ask of a client of the 2025 revisions; the rest is not worth carrying.
   */
  private static final List<String> KEPT_CAPABILITIES = List.of("roots", "sampling", "elicitation");

  private final SessionKeys keys;
  private final EndedSessions ended;
  private final Duration lifetime;
  private final Clock clock;
  private final SecureRandom random = new SecureRandom();

  /**
   * @param lifetime how long after its issue an id is accepted
   */
  public SessionIds(SessionKeys keys, EndedSessions ended, Duration lifetime, Clock clock) {
    this.keys = keys;
    this.ended = ended;
    this.lifetime = lifetime;
    this.clock = clock;
  }

  /**
   * Starts a session.
   *
   * @throws IllegalStateException as {@link SessionKeys#current()}
   */
  public Session issue(
      String protocolVersion, ObjectNode capabilities, ObjectNode clientInfo, Principal principal) {
    Instant now = Instant.ofEpochSecond(clock.instant().getEpochSecond());
    ObjectNode kept = Json.object();
    for (String capability : KEPT_CAPABILITIES) {
      if (capabilities.path(capability).isObject()) {
        kept.set(capability, flags(capabilities.get(capability)));
      }
    }
    ObjectNode info = Json.object();
    info.put("name", shortened(clientInfo.path("name")));
    info.put("version", shortened(clientInfo.path("version")));
    ObjectNode state = Json.object();
    state.put("v", protocolVersion);
    state.set("c", kept);
    state.set("i", info);
    state.put("p", principal.name());
    state.put("t", now.getEpochSecond());
    return new Session(seal(Json.bytes(state)), protocolVersion, kept, info, principal, now);
  }

  /**
   * The session of this id, if it was issued by this installation to this principal, is younger
   * than its lifetime and was not ended. Why an id is refused is not told: to its sender all are
   * unknown.
   */
  public Optional<Session> open(String id, Principal principal) {
    byte[] state = unseal(id);
    if (state == null || ended.contains(id)) {
      return Optional.empty();
    }
    Session session = session(id, state);
    boolean expired = session.issuedAt().plus(lifetime).isBefore(clock.instant());
    return expired || !session.principal().equals(principal)
        ? Optional.empty()
        : Optional.of(session);
  }

  /** Ends a session that {@link #open} returned; its id is unknown from now on. */
  public void end(Session session) {
    ended.add(session.id(), session.issuedAt().plus(lifetime));
  }

  private static Session session(String id, byte[] state) {
    try {
      JsonNode json = Json.parse(state);
      return new Session(
          id,
          json.get("v").textValue(),
          (ObjectNode) json.get("c"),
          (ObjectNode) json.get("i"),
          new Principal(json.get("p").textValue()),
          Instant.ofEpochSecond(json.get("t").longValue()));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A session id holds what no version of Postern wrote", e);
    }
  }

  private String seal(byte[] state) {
    SessionKey key = keys.current();
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    try {
      byte[] sealed = cipher(Cipher.ENCRYPT_MODE, key, nonce).doFinal(state);
      ByteBuffer id = ByteBuffer.allocate(Integer.BYTES + NONCE_BYTES + sealed.length);
      id.putInt(key.id()).put(nonce).put(sealed);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(id.array());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This Java cannot seal with AES-GCM", e);
    }
  }

  /** The sealed bytes, or null where the id is not ours. */
  private byte[] unseal(String id) {
    if (id.length() > MAX_ID_LENGTH) {
      return null;
    }
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(id);
    } catch (IllegalArgumentException e) {
      return null;
    }
    if (bytes.length < Integer.BYTES + NONCE_BYTES + TAG_BITS / 8 || !isCanonical(id, bytes)) {
      return null;
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    int keyId = buffer.getInt();
    byte[] nonce = new byte[NONCE_BYTES];
    buffer.get(nonce);
    return keys.find(keyId).map(key -> decrypt(key, nonce, bytes, buffer.position())).orElse(null);
  }

  private static byte[] decrypt(SessionKey key, byte[] nonce, byte[] bytes, int offset) {
    try {
      return cipher(Cipher.DECRYPT_MODE, key, nonce).doFinal(bytes, offset, bytes.length - offset);
    } catch (AEADBadTagException e) {
      return null;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This Java cannot open AES-GCM", e);
    }
  }

  private static Cipher cipher(int mode, SessionKey key, byte[] nonce)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key.key(), new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(PURPOSE);
    return cipher;
  }

  /** Base64 has several spellings of the same bytes; only the one we issued is the id. */
  private static boolean isCanonical(String id, byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(id);
  }

  /** A capability's own flags, such as {@code elicitation.url}, without what they may contain. */
  private static ObjectNode flags(JsonNode capability) {
    ObjectNode flags = Json.object();
    for (String flag : List.of("listChanged", "context", "tools", "form", "url")) {
      JsonNode value = capability.path(flag);
      if (value.isBoolean()) {
        flags.set(flag, value);
      } else if (value.isObject()) {
        flags.putObject(flag);
      }
    }
    return flags;
  }

  private static String shortened(JsonNode text) {
    String value = text.asText("");
    int end = Math.min(value.length(), MAX_TEXT_LENGTH);
    if (end < value.length() && Character.isHighSurrogate(value.charAt(end - 1))) {
      end--;
    }
    return value.substring(0, end);
  }
}
