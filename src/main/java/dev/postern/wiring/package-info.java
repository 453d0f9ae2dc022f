/**
 * Puts everything together, here and nowhere else, with plain constructors: settings in, a running
 * gateway out, and all of it closed again in reverse order when the application is undeployed.
 */
package dev.postern.wiring;
