/** How arguments come by suggestions, where a service knows them. */
package dev.postern.invoker.completion;
