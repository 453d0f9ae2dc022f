/**
 * What makes a service let a request in: credentials that the tool names, tokens fetched for it,
 * and headers of the client's own request where the tool passes them on.
 *
 * <p>Secrets are looked up with every request, so a rotated one needs no reload. A request is never
 * sent without them, and never with them to another host than the tool's own.
 */
package dev.postern.invoker.auth;
