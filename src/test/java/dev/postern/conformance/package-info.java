/**
 * The official conformance suites judge the WAR. What they expect to find in a server is in {@code
 * src/test/resources/conformance}: rows as an operator would write them, and the one HTTP service
 * that those call.
 */
package dev.postern.conformance;
