package dev.postern.invoker.limit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.InputSchema;
import dev.postern.catalogue.Problems;
import dev.postern.catalogue.Requirements;
import dev.postern.catalogue.Section;
import dev.postern.catalogue.Tool;
import dev.postern.invoker.CallErrors;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.message.mcp.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The built-in tool {@code postern.more}, which hands out what was left out of a result. */
public final class MoreTool {
  static final String NAME = "postern.more";

  private final RestMemory memory;
  private final RestNote notes;
  private final Tool tool;

  public MoreTool(RestMemory memory) {
    this.memory = memory;
    this.notes = new RestNote(memory);
    ObjectNode definition = definition();
    Problems problems = new Problems();
    InputSchema arguments =
        InputSchema.compile(definition.get("inputSchema"), "/inputSchema", problems);
    this.tool = new Tool(NAME, definition, arguments, List.of(), Requirements.NONE, this::next);
  }

  /** These tools, and where one of them may leave something out, this one too. */
  public Section<Tool> beside(Section<Tool> tools) {
    return tools.live().stream().anyMatch(one -> one.binding().leavesRest())
        ? tools.with(NAME, tool)
        : tools;
  }

  private static ObjectNode definition() {
    ObjectNode definition =
        Json.object()
            .put("name", NAME)
            .put("title", "The rest of a result")
            .put(
                "description",
                "Returns what another tool's result left out. Call it with the handle that the"
                    + " result names, only if the rest is needed.");
    ObjectNode schema = definition.putObject("inputSchema").put("type", "object");
    schema
        .putObject("properties")
        .putObject("handle")
        .put("type", "string")
        .put("description", "As the result names it; good for a few minutes.");
    schema.putArray("required").add("handle");
    schema.put("additionalProperties", false);
    definition
        .putObject("annotations")
        .put("readOnlyHint", true)
        .put("idempotentHint", true)
        .put("openWorldHint", false);
    return definition;
  }

  private Outcome next(Call call) {
    String handle = call.arguments().path("handle").asText();
    Optional<RestMemory.Rest> found = memory.find(call.principal(), handle);
    if (found.isEmpty()) {
      return unknown();
    }
    RestMemory.Rest rest = found.get();
    try {
      if (rest.room() == 0) {
        return new CallToolResult((ObjectNode) Json.parse(rest.bytes()));
      }
      CallToolResult result = part(Piece.of(Json.parse(rest.bytes())), rest.room(), call);
      memory.replace(handle, new RestMemory.Rest(Json.bytes(result.json()), 0));
      return result;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("What was kept cannot be read any more", e);
    }
  }

  private CallToolResult part(List<Piece> pieces, int room, Call call) {
    Cut cut = new Cut();
    List<Piece> later = new ArrayList<>();
    CallToolResult result;
    if (pieces.get(0).isPlainText()) {
      result = CallToolResult.text(cut.piece(pieces.get(0), room).rest().textValue());
      later.addAll(pieces.subList(1, pieces.size()));
    } else {
      ObjectNode json = Json.object();
      json.set("parts", parts(pieces, room, cut, later));
      result = CallToolResult.structured(Json.text(json), json);
    }
    List<Piece> left = new ArrayList<>(cut.left());
    left.addAll(later);
    notes.add(result, left, room, call);
    return result;
  }

  /** As many whole pieces as there is room for, or a part of the first one. */
  private static ArrayNode parts(List<Piece> pieces, int room, Cut cut, List<Piece> later) {
    ArrayNode parts = Json.NODES.arrayNode();
    int used = 0;
    for (Piece piece : pieces) {
      int size = Cut.size(piece.rest());
      if (used == 0 || later.isEmpty() && used + size <= room) {
        parts.add(cut.piece(piece, room).json());
        used += size;
      } else {
        later.add(piece);
      }
    }
    return parts;
  }

  private CallToolResult unknown() {
    return CallToolResult.error(
        CallErrors.facts(
            "unknown_handle",
            "There is no rest of a result under this handle. It is older than "
                + memory.lifetime().toMinutes()
                + " minutes, was not given to this caller, or another node of this installation"
                + " keeps it.",
            "Call the original tool again, and ask it for less if it can do that.",
            false));
  }
}
