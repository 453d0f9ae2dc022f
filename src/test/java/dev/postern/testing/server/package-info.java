/**
 * Real servers for tests: each runs as its own JVM on a free port of 127.0.0.1, from a folder of
 * its own below {@code target/}, and ends with the test that started it.
 */
package dev.postern.testing.server;
