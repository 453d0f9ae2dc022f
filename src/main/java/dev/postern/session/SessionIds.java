package dev.postern.session;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.security.Principal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Issues and opens session ids that carry their own state, sealed. Safe for concurrent use. */
public final class SessionIds {
  /** Longer ids than this were not issued here; ours stay below 1,000 characters. */
  private static final int MAX_ID_LENGTH = 2_000;

  /** Of the client's texts only this much is kept: the id travels in a header of every request. */
  private static final int MAX_TEXT_LENGTH = 100;

  /**
   * What a server may ever ask of a client of the 2025 revisions; the rest is not worth carrying.
   */
  private static final List<String> KEPT_CAPABILITIES = List.of("roots", "sampling", "elicitation");

  /** A client sends many requests in a row; this many ids need not be unsealed for each of them. */
  private static final int RECENT = 1_024;

  /** A key that operations withdrew must not go on for ever. */
  private static final long RECENT_NANOS = 60_000_000_000L;

  private final Seal seal;
  private final EndedSessions ended;
  private final Duration lifetime;

  /** Sessions opened lately, each in the place that its id's hash gives it. */
  private final AtomicReferenceArray<Opened> recent = new AtomicReferenceArray<>(RECENT);

  private final Clock clock;

  /**
   * @param lifetime how long after its issue an id is accepted
   */
  public SessionIds(SessionKeys keys, EndedSessions ended, Duration lifetime, Clock clock) {
    seal = new Seal(keys, "postern session 1", MAX_ID_LENGTH);
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
    ObjectNode kept = kept(capabilities);
    ObjectNode info = info(clientInfo);
    ObjectNode state = Json.object();
    state.put("v", protocolVersion);
    state.set("c", kept);
    state.set("i", info);
    state.put("p", principal.name());
    state.put("t", now.getEpochSecond());
    return new Session(
        seal.seal(Json.bytes(state)), protocolVersion, kept, info, principal, now, false);
  }

  /**
   * A session that begins and ends with a connection, so that its id need not carry anything.
   *
   * @param id of the connection; {@link #open} does not know it
   */
  public Session bind(
      String id,
      String protocolVersion,
      ObjectNode capabilities,
      ObjectNode clientInfo,
      Principal principal) {
    return new Session(
        id,
        protocolVersion,
        kept(capabilities),
        info(clientInfo),
        principal,
        clock.instant(),
        true);
  }

  /**
   * The session of this id, if it was issued by this installation to this principal, is younger
   * than its lifetime and was not ended. Why an id is refused is not told: to its sender all are
   * unknown.
   */
  public Optional<Session> open(String id, Principal principal) {
    Session session = opened(id);
    if (session == null || ended.contains(id)) {
      return Optional.empty();
    }
    boolean expired = session.issuedAt().plus(lifetime).isBefore(clock.instant());
    return expired || !session.principal().equals(principal)
        ? Optional.empty()
        : Optional.of(session);
  }

  /** The session that the id carries, or null where it carries none. */
  private Session opened(String id) {
    int slot = id.hashCode() & (RECENT - 1);
    Opened known = recent.get(slot);
    if (known != null
        && known.session().id().equals(id)
        && System.nanoTime() - known.at() < RECENT_NANOS) {
      return known.session();
    }
    Session session = seal.open(id).map(state -> session(id, state)).orElse(null);
    if (session != null) {
      recent.set(slot, new Opened(session, System.nanoTime()));
    }
    return session;
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
          Instant.ofEpochSecond(json.get("t").longValue()),
          false);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A session id holds what no version of Postern wrote", e);
    }
  }

  private static ObjectNode kept(ObjectNode capabilities) {
    ObjectNode kept = Json.object();
    for (String capability : KEPT_CAPABILITIES) {
      if (capabilities.path(capability).isObject()) {
        kept.set(capability, flags(capabilities.get(capability)));
      }
    }
    return kept;
  }

  private static ObjectNode info(ObjectNode clientInfo) {
    ObjectNode info = Json.object();
    info.put("name", shortened(clientInfo.path("name")));
    info.put("version", shortened(clientInfo.path("version")));
    return info;
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

  private record Opened(Session session, long at) {}
}
