/**
 * The rules of the revisions with a handshake and sessions: 2025-11-25, and those before it as they
 * are added. Nothing outside this folder, apart from the transports that serve it, knows of them.
 */
package dev.postern.protocol.stateful;
