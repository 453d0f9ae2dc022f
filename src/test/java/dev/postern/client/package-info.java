/**
 * Postern as its clients see it: the official SDKs connect to the real WAR, and one test sends what
 * no well-behaved client would.
 */
package dev.postern.client;
