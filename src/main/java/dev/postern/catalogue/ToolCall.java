package dev.postern.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.security.Principal;

/**
 * One call of one tool.
 *
 * @param arguments already valid by the tool's {@code inputSchema}; read only
 */
public record ToolCall(Tool tool, ObjectNode arguments, Principal principal) {}
