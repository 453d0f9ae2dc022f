/**
 * Where {@code {{secrets.KEY}}} takes its values from: JNDI, files, system properties and the
 * environment. All of them name what a tool may read by a place or prefix of Postern's own, so that
 * whoever edits tools cannot read everything the server's process can.
 */
package dev.postern.security.secret;
