/** One handler per method of the protocol; none of them knows a revision or a transport. */
package dev.postern.protocol.method;
