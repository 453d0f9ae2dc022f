/** Plain REST for curl and for programs that do not speak MCP. */
package dev.postern.transport.rest;
