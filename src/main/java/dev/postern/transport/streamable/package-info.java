/**
 * Streamable HTTP: {@code POST}, {@code GET} and {@code DELETE} on one endpoint.
 *
 * <p>An answer is JSON unless something must precede it. {@code GET} opens a stream that holds no
 * thread: events wait in the stream's own bounded queue and are written when the connection can
 * take them, so a reader that stops reading delays nobody else.
 */
package dev.postern.transport.streamable;
