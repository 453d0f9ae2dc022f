/** The console, tested in memory, over HTTP and in a real browser. */
package dev.postern.admin;
