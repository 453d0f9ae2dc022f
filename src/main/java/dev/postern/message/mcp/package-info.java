/** MCP's own records, named as in the specification's {@code schema.ts}. */
package dev.postern.message.mcp;
