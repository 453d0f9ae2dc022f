package dev.postern.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.security.Principal;

/**
 * One call of a tool, or one use of a prompt or a resource.
 *
 * @param arguments already checked; read only
 * @param conversation what else there is to say between the call and its client
 */
public record Call(ObjectNode arguments, Principal principal, Conversation conversation) {

  /** A call whose client hears nothing but the answer and cannot be asked. */
  public Call(ObjectNode arguments, Principal principal) {
    this(arguments, principal, Conversation.NONE);
  }
}
