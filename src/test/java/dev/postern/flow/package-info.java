/** Tests that follow one user's way through the whole product. */
package dev.postern.flow;
