/**
 * Redirects, followed where a tool declares it: a limited number of times, never to another scheme,
 * and without anything secret where they lead to another host.
 */
package dev.postern.invoker.redirect;
