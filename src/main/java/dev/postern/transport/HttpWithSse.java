package dev.postern.transport;

import java.io.IOException;

/**
 * The transport of 2024-11-05, for other endpoints that serve its clients too: they open it by a
 * plain GET of whatever URL they were given.
 */
public interface HttpWithSse {

  /** The parameter of the query that names the stream a message belongs to. */
  String SESSION_ID = "sessionId";

  /** Answers a GET with the stream. */
  void open(ServletPair pair) throws IOException;

  /** Takes a message that belongs to an open stream. */
  void message(ServletPair pair) throws IOException;
}
