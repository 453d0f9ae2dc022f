/**
 * Which addresses calls may go to, and whose certificates they believe. Decided by operations, for
 * whoever edits tools chooses every host.
 */
package dev.postern.security.outbound;
