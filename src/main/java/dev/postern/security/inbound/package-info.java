/**
 * Who may call the MCP endpoints, and from which web pages: decided before a request's body is
 * read.
 */
package dev.postern.security.inbound;
