/**
 * Tools of type {@code feign}: carried out by a Feign client that is built when the tool is loaded.
 *
 * <p>Feign runs the call: its proxy, its method handler, its interceptors, logger and error
 * handling. Filling in the request is not left to it: its templates leave values that look encoded
 * as they are, split and regroup queries and read braces in values, so a value would not always
 * arrive as it was given. The request is rendered as for {@code http}, carried through Feign, and
 * sent by the same pooled client beneath both. Where a tool has interceptors, Feign's template
 * shows them the rendered headers and body, and what they leave there goes out.
 */
package dev.postern.invoker.feign;
