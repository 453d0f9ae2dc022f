package dev.postern.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.security.Principal;
import dev.postern.telemetry.CallTrace;

/**
 * One call of a tool, or one use of a prompt or a resource.
 *
 * @param arguments already checked; read only
 * @param conversation what else there is to say between the call and its client
 * @param trace watches it
 */
public record Call(
    ObjectNode arguments, Principal principal, Conversation conversation, CallTrace trace) {

  /** A call that nobody watches. */
  public Call(ObjectNode arguments, Principal principal, Conversation conversation) {
    this(arguments, principal, conversation, CallTrace.NONE);
  }

  /** A call whose client hears nothing but the answer and cannot be asked. */
  public Call(ObjectNode arguments, Principal principal) {
    this(arguments, principal, Conversation.NONE);
  }

  /** A part of this call, with arguments of its own. */
  public Call with(ObjectNode others) {
    return new Call(others, principal, conversation, trace);
  }
}
