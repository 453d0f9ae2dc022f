package dev.postern.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * A tool that can be called.
 *
 * @param definition what {@code tools/list} shows of it, in the newest revision's vocabulary; never
 *     changed once published
 * @param headerParams arguments that the newest clients repeat in headers
 * @param requirements what a client must be able to do for this tool to be called
 * @param binding what carries it out
 * @param tests calls that show that it does what it should
 */
public record Tool(
    String name,
    ObjectNode definition,
    InputSchema inputSchema,
    List<HeaderParam> headerParams,
    Requirements requirements,
    Binding binding,
    ToolTests tests) {
  public Tool {
    headerParams = List.copyOf(headerParams);
  }

  /** One without tests. */
  public Tool(
      String name,
      ObjectNode definition,
      InputSchema inputSchema,
      List<HeaderParam> headerParams,
      Requirements requirements,
      Binding binding) {
    this(name, definition, inputSchema, headerParams, requirements, binding, ToolTests.NONE);
  }
}
