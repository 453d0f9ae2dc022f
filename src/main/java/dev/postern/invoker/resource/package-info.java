/**
 * How resources come by their contents: from templates of their own, or from a service; and who
 * looks from time to time whether these changed.
 */
package dev.postern.invoker.resource;
