package dev.postern.protocol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Conversation;
import dev.postern.message.mcp.LogLevel;
import dev.postern.security.Principal;
import java.util.Optional;

/**
 * Who asks, and what was settled about the conversation, whichever revision it is in.
 *
 * @param logLevel the least severe log message that the client wants; empty for none
 * @param rounds how questions to the client are asked in this era
 */
public record CallContext(
    Principal principal,
    Revision revision,
    Client client,
    Optional<LogLevel> logLevel,
    Rounds rounds,
    Exchange exchange) {

  /** What the client can be asked to do; read only. */
  public ObjectNode clientCapabilities() {
    return client.capabilities();
  }

  /**
   * What one attempt to carry a request out can say to the client.
   *
   * @param params of the request
   * @param inputResponses null where the client has answered nothing
   * @param state null where nobody wanted any back
   */
  public Conversation conversation(ObjectNode params, ObjectNode inputResponses, String state) {
    return new RequestConversation(this, params, inputResponses, state);
  }
}
