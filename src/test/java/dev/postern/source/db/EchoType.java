package dev.postern.source.db;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.AnswerType;
import dev.postern.catalogue.Binding;
import dev.postern.catalogue.InputSchema;
import dev.postern.catalogue.Problems;
import dev.postern.catalogue.ToolType;
import dev.postern.message.mcp.CallToolResult;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A small type of anything that answers with the text of its block and counts how often it
 * compiles.
 */
final class EchoType implements ToolType, AnswerType {
  private final AtomicInteger compiled = new AtomicInteger();

  int compiled() {
    return compiled.get();
  }

  @Override
  public String name() {
    return "echo";
  }

  @Override
  public Binding compile(JsonNode block, InputSchema schema, Problems problems) {
    compiled.incrementAndGet();
    if (block.has("depth")) {
      descend(block.get("depth").asLong());
    }
    if (!block.path("text").isTextual()) {
      problems.add("/echo/text", "must be a string");
      return null;
    }
    CallToolResult answer = CallToolResult.text(block.get("text").textValue());
    return call -> answer;
  }

  /** Overflows the stack where the depth is great enough. */
  private static long descend(long depth) {
    return depth == 0 ? 0 : 1 + descend(depth - 1);
  }
}
