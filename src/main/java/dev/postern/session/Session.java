package dev.postern.session;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.security.Principal;
import java.time.Instant;

/**
 * What {@code initialize} settled between one client and the gateway.
 *
 * @param id the {@code MCP-Session-Id}
 * @param clientCapabilities what the client can be asked to do; read only
 * @param clientInfo {@code name} and {@code version} of the client, for display; read only
 * @param bound whether it is one connection's and ends with it
 */
public record Session(
    String id,
    String protocolVersion,
    ObjectNode clientCapabilities,
    ObjectNode clientInfo,
    Principal principal,
    Instant issuedAt,
    boolean bound) {}
