package dev.postern.transport;

import dev.postern.protocol.Channel;

/** The way to the client of one {@link Connection}. Nothing here blocks or fails. */
public interface Line extends Channel {

  /** Shows that we are there, and finds out whether the client is. */
  void keepAlive();

  /** Ends the connection in good order, after everything that was sent. */
  void end();
}
