/**
 * What can be called right now: an immutable snapshot, built beside the old one and swapped whole.
 *
 * <p>A tool's definition is data; what carries it out is its {@link dev.postern.catalogue.Binding},
 * compiled when the tool is loaded. {@link dev.postern.catalogue.LiveCatalogue} holds the one
 * reference that changes.
 */
package dev.postern.catalogue;
