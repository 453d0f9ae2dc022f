/** The key {@code pagination}: answers that come page by page, made into one. */
package dev.postern.invoker.paging;
