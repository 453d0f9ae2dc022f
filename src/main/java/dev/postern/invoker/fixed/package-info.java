/** Tools of type {@code static}: a result made of the arguments, without any service. */
package dev.postern.invoker.fixed;
