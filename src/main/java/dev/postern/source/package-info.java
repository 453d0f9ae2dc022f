/**
 * What fills the catalogue. A source yields rows; the refresher turns them into the next snapshot.
 */
package dev.postern.source;
