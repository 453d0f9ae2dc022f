/** Tests of the database side, on every database; {@code Node} is what wiring puts together. */
package dev.postern.source.db;
