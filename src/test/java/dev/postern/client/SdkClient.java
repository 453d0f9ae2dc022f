package dev.postern.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.function.Predicate;

/** An official client library that is connected, reduced to what {@link SdkContract} asks of it. */
interface SdkClient extends AutoCloseable {

  /** The server's {@code Implementation}, as the library read it. */
  JsonNode server();

  String protocolVersion();

  /** The id of the session that the library uses; null where the revision has none. */
  String session();

  void ping();

  /** The array of tools. */
  JsonNode tools();

  /**
   * @return the result, also where it says {@code isError}
   * @throws SdkRefusal where the library reports a JSON-RPC error
   */
  JsonNode call(String tool, String arguments);

  /**
   * Waits until the library tells of a change after which the tools are as wanted; earlier changes
   * count too.
   *
   * @return whether that came in time
   */
  boolean hears(Predicate<JsonNode> tools, Duration limit);

  /** Calls a tool without arguments, and wants to hear of its progress. */
  JsonNode callWithProgress(String tool);

  /** Progress that the library told of, each with what the notification said. */
  Heard progress();

  /** Forms that it was asked to show; it answers each of them with the name Ada. */
  Heard questions();

  /** Ends the session as the library's documentation says. */
  @Override
  void close();
}
