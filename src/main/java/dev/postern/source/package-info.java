/**
 * What fills the catalogue. A {@link dev.postern.source.ToolSource} yields rows; the {@link
 * dev.postern.source.Refresher} turns them into the next snapshot, again and again on one thread.
 * The console writes through {@link dev.postern.source.ToolStore} and never touches the catalogue.
 */
package dev.postern.source;
