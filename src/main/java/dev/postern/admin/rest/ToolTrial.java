package dev.postern.admin.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Problem;
import dev.postern.catalogue.Problems;
import dev.postern.catalogue.Tool;
import dev.postern.catalogue.ToolCall;
import dev.postern.catalogue.ToolParser;
import dev.postern.invoker.ToolInvoker;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.security.Principal;
import dev.postern.source.StoredTool;
import dev.postern.source.ToolStore;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Calls a tool for somebody who is working on it: as stored, or as it would be if saved. */
final class ToolTrial {
  private static final List<String> KEYS = List.of("name", "configJson", "arguments");

  private final ToolStore store;
  private final ToolParser parser;
  private final ToolInvoker invoker;

  ToolTrial(ToolStore store, ToolParser parser, ToolInvoker invoker) {
    this.store = store;
    this.parser = parser;
    this.invoker = invoker;
  }

  /**
   * @param named the tool that the path names; null where the body does
   */
  ObjectNode run(String named, Body body, Principal principal) throws Refusal {
    Tool tool = tool(named, body);
    ObjectNode arguments = arguments(body.json().get("arguments"));
    List<Problem> problems = tool.inputSchema().validate(arguments);
    if (!problems.isEmpty()) {
      throw Refusal.withProblems(
          "invalid_arguments",
          "The arguments do not fit the tool's inputSchema",
          Places.describe(problems, body.text(), "/arguments"));
    }
    return timed(new ToolCall(tool, arguments, principal));
  }

  private Tool tool(String named, Body body) throws Refusal {
    Problems problems = new Problems();
    body.checkKeys(KEYS, problems);
    SentTool sent = SentTool.isWrapped(body) ? SentTool.wrapped(body, problems) : null;
    if (!problems.isEmpty()) {
      throw Refusal.withProblems(
          "invalid_request",
          "The body has mistakes",
          Places.describe(problems.list(), body.text(), ""));
    }
    return sent == null ? stored(named, body).parse(parser) : sent.parse(parser);
  }

  private SentTool stored(String named, Body body) throws Refusal {
    String name = named == null ? body.json().path("name").asText() : named;
    StoredTool row = store.find(name).orElseThrow(() -> Refusal.noSuchTool(name));
    String text = row.configJson();
    return new SentTool(name, text, Body.parse(text), text, "");
  }

  private static ObjectNode arguments(JsonNode sent) throws Refusal {
    if (sent == null || sent.isNull()) {
      return Json.object();
    }
    if (sent instanceof ObjectNode object) {
      return object;
    }
    throw Refusal.of(400, "wrong_type", "\"arguments\" must be an object");
  }

  private ObjectNode timed(ToolCall call) throws Refusal {
    long start = System.nanoTime();
    try {
      CallToolResult result = invoker.invoke(call);
      long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      ObjectNode answer = Json.object().put("ok", true);
      answer.set("result", result.json());
      return answer.put("tookMs", took);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Refusal.of(503, "stopping", "The server is stopping; the call was given up");
    }
  }
}
