package dev.postern.source.db;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.AnswerType;
import dev.postern.catalogue.Binding;
import dev.postern.catalogue.Config;
import dev.postern.message.mcp.CallToolResult;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A small type of anything that answers with the text of its block and counts how often it
 * compiles.
 */
final class EchoType implements AnswerType {
  private final AtomicInteger compiled = new AtomicInteger();

  int compiled() {
    return compiled.get();
  }

  @Override
  public String name() {
    return "echo";
  }

  @Override
  public Binding compile(Config config) {
    JsonNode block = config.get(name());
    compiled.incrementAndGet();
    if (block.has("depth")) {
      descend(block.get("depth").asLong());
    }
    if (!block.path("text").isTextual()) {
      config.problems().add("/echo/text", "must be a string");
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
