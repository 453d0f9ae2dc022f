package dev.postern.invoker;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Problem;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import java.util.List;

/** Arguments that do not fit are a result, for the model to correct (2025-11-25, server/tools). */
public final class InvalidArguments {
  private InvalidArguments() {}

  public static CallToolResult result(List<Problem> problems) {
    ObjectNode error = Json.object();
    error.put("error", "invalid_arguments");
    error.put("message", "The arguments do not fit the tool's inputSchema; nothing was called.");
    ArrayNode places = error.putArray("problems");
    for (Problem problem : problems) {
      places.addObject().put("pointer", problem.pointer()).put("message", problem.message());
    }
    error.put("advice", "Correct the arguments at these places and call again.");
    error.put("retryable", false);
    return CallToolResult.error(error);
  }
}
