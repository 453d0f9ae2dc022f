/**
 * The one thing that tests fake: the service behind a tool, as a real HTTP/1.1 server on a real
 * socket. It keeps every request exactly as its bytes arrived and answers as it was told.
 */
package dev.postern.testing.service;
