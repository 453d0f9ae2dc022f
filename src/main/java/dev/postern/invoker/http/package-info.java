/** Tools of type {@code http}: one request, described by its method, URL, headers and body. */
package dev.postern.invoker.http;
