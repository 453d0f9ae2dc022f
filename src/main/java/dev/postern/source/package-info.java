/**
 * What fills the catalogue. A {@link dev.postern.source.RowFeed} for each kind yields rows and what
 * became of them; the {@link dev.postern.source.Refresher} turns them into the next snapshot, again
 * and again on one thread. The console writes through {@link dev.postern.source.RowStore} and never
 * touches the catalogue.
 */
package dev.postern.source;
