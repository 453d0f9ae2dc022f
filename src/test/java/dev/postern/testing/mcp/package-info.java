/**
 * A plain MCP client over Streamable HTTP for tests: it sends exactly what it is told, also what no
 * well-behaved client would, and shows exactly what came back.
 */
package dev.postern.testing.mcp;
