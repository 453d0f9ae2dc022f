/** The protocol's features besides tools, over real HTTP and in both eras. */
package dev.postern.protocol;
