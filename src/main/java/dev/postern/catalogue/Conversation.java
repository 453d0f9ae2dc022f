package dev.postern.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.security.ClientHeaders;
import java.time.Duration;

/**
 * What a call can say to its client before its answer, and what the client said beside the
 * arguments. Safe for use by any thread until the call has ended; then it is silent.
 */
public interface Conversation {

  /** For calls that nobody listens to. */
  Conversation NONE = new Conversation() {};

  /** For calls whose client hears nothing but the answer, by an HTTP request of its own. */
  static Conversation of(ClientHeaders headers) {
    return headers == ClientHeaders.NONE
        ? NONE
        : new Conversation() {
          @Override
          public ClientHeaders clientHeaders() {
            return headers;
          }
        };
  }

  /** Of the client's own request, those that some tool passes on. */
  default ClientHeaders clientHeaders() {
    return ClientHeaders.NONE;
  }

  /** What the client can be asked to do, as it declared it; read only. */
  default ObjectNode clientCapabilities() {
    return Json.object();
  }

  /** {@code name} and {@code version} of the client as it says itself; read only, may be empty. */
  default ObjectNode clientInfo() {
    return Json.object();
  }

  /** Answers to earlier questions by the asker's keys; null where the client sent none. */
  default ObjectNode inputResponses() {
    return null;
  }

  /** What the asker wanted back with the answers; null where it wanted nothing. */
  default String state() {
    return null;
  }

  /** Whether the client wants to hear of progress at all. */
  default boolean wantsProgress() {
    return false;
  }

  /**
   * Tells how far the call is.
   *
   * @param progress {@code progress}, {@code total} and {@code message} as in {@code
   *     notifications/progress}; the token is added
   */
  default void progress(ObjectNode progress) {}

  /**
   * Says something for the log of the client, which gets it if it asked for this level.
   *
   * @param level as in the specification, {@code debug} to {@code emergency}
   * @param logger null where the speaker has no name
   */
  default void log(String level, String logger, JsonNode data) {}

  /**
   * Lets the client hang up and come back for what follows, where its revision knows how to.
   *
   * @param after this while, unless the answer is there by then
   * @param retry how long the client shall wait before it comes back
   */
  default void detach(Duration after, Duration retry) {}
}
