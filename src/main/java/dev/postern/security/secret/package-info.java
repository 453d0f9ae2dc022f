/**
 * Where {@code {{secrets.KEY}}} takes its values from: the environment and JNDI. Both name what a
 * tool may read by a prefix of Postern's own, so that whoever edits tools cannot read everything
 * the server's process can.
 */
package dev.postern.security.secret;
