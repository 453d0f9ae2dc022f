/**
 * What clients of the 2025 revisions expect a server to remember between requests.
 *
 * <p>Nothing of it is kept on a node: the session id carries the state itself, sealed with AES-GCM,
 * so that any node serves it and a restart loses nothing. What it set later, and sessions that a
 * client ended, are remembered by all nodes through the database until the id would expire anyway.
 */
package dev.postern.session;
