/**
 * HTTP+SSE, the transport of 2024-11-05: a GET opens the one stream on which everything comes, its
 * first event names the address for POSTs. The stream is the session; when it ends all ends.
 */
package dev.postern.transport.sse;
