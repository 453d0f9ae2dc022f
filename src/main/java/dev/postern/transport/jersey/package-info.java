/**
 * A container for Jersey, thinner than the one that Jersey brings: a request costs half of the
 * difference to a bare servlet. It uses the same interfaces as Jersey's own containers for other
 * servers; docs/decisions/0006-jersey-container.md says what was given up.
 */
package dev.postern.transport.jersey;
