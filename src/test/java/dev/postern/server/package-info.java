/** The WAR in real servers: the same client test on each of them, and what operations do to it. */
package dev.postern.server;
