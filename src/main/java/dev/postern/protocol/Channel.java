package dev.postern.protocol;

import dev.postern.security.ClientHeaders;
import java.time.Duration;

/**
 * A way to send messages to one client, ahead of an answer or outside of any. Never blocks; what
 * cannot be delivered is dropped. Safe for use by any thread.
 */
@FunctionalInterface
public interface Channel {

  /**
   * @param json one JSON-RPC message in UTF-8, without line breaks
   */
  void send(byte[] json);

  /** Whether anything that is sent can reach the client at all. */
  default boolean isOpen() {
    return true;
  }

  /**
   * Ends the connection after a while, keeping what follows for a client that resumes. Channels
   * that cannot be resumed go on.
   */
  default void detach(Duration after, Duration retry) {}

  /** Of the client's own request, those that some tool passes on. */
  default ClientHeaders clientHeaders() {
    return ClientHeaders.NONE;
  }
}
