/**
 * What clients of the 2025 revisions expect a server to remember between requests.
 *
 * <p>Nothing of it is kept on a node: the session id carries the state itself, sealed with AES-GCM,
 * so that any node serves it and a restart loses nothing. Only sessions that a client ended are
 * remembered, by all nodes, until their ids would expire anyway.
 */
package dev.postern.session;
