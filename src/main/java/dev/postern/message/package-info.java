/**
 * The JSON-RPC envelope of MCP and the one way this program reads and writes JSON.
 *
 * <p>Bodies stay JSON trees: a gateway must pass on members that it does not know. Records exist
 * only for what Postern reads itself.
 */
package dev.postern.message;
