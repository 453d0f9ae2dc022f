/**
 * Calls that are watched step by step, and the tests in tools: calls that are rehearsed, with
 * nothing sent, and compared with what was expected of them.
 */
package dev.postern.invoker.trial;
