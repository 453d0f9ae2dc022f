package dev.postern.protocol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.security.Principal;

/**
 * Who asks, and what was settled about the conversation, whichever revision it is in.
 *
 * @param clientCapabilities what the client can be asked to do; read only
 */
public record CallContext(
    Principal principal, String protocolVersion, ObjectNode clientCapabilities) {}
