/**
 * The key {@code asyncJob}: work that a service only begins, and that is asked for until it is
 * done.
 */
package dev.postern.invoker.job;
