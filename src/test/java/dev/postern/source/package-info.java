/** Tests of the refresher. */
package dev.postern.source;
