/**
 * JSON-RPC over WebSocket: one message, or one batch, in one text frame, in either direction.
 * Sessions live as long as their connection; requests of the revision without sessions come with
 * their envelope, and have no headers to compare it with.
 */
package dev.postern.transport.websocket;
