/**
 * The rules of the revision without sessions, 2026-07-28: every request describes itself in its
 * {@code _meta}, headers repeat it for intermediaries, questions to the client are results.
 */
package dev.postern.protocol.stateless;
