/**
 * Where requests come in. A transport knows its framing and its status codes; what a request means
 * is the protocol's business.
 */
package dev.postern.transport;
