/**
 * What requests mean. A transport hands over a message and the context it came in; the dispatcher
 * finds the method's handler in one table.
 *
 * <p>{@code method} holds the handlers, which know no revision; {@code stateful} holds the rules of
 * the revisions with sessions (2025), so that it can be deleted when they are gone.
 */
package dev.postern.protocol;
