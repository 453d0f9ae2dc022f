package dev.postern.admin.page;

import java.util.Objects;

/**
 * What the console's header tells about this server.
 *
 * @param database in words, for instance {@code MySQL 8.0.15 by JNDI}; never with a password
 * @param mcpUrl the URL to give to clients; empty where it is the one the browser came by
 * @param mcpAccess in words, who may call the MCP endpoints
 */
public record ConsoleFacts(String version, String database, String mcpUrl, String mcpAccess) {
  public ConsoleFacts {
    Objects.requireNonNull(version);
    Objects.requireNonNull(database);
    Objects.requireNonNull(mcpUrl);
    Objects.requireNonNull(mcpAccess);
  }
}
