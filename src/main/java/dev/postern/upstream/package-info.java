/**
 * The only way out of the process: one pooled HTTP client for every tool.
 *
 * <p>A request's time-out holds for the whole call, from waiting for a connection to the last byte
 * of the body, because a watcher ends calls that are overdue or whose caller was interrupted; only
 * the look-up of a host name cannot be ended from outside and ends by the resolver's own time-out.
 * An answer may also be taken in {@link dev.postern.upstream.Lines} while it comes; then it may be
 * ended by its silence too. Nothing is retried, no redirect is followed, no cookie is kept, no
 * proxy is used. Every connection is checked by {@link dev.postern.security.outbound.AddressRules},
 * at the address it goes to.
 */
package dev.postern.upstream;
