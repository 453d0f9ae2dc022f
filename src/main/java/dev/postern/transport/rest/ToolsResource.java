package dev.postern.transport.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.catalogue.Tool;
import dev.postern.message.Json;
import dev.postern.message.RpcException;
import dev.postern.message.mcp.Outcome;
import dev.postern.protocol.ToolCalls;
import dev.postern.security.inbound.McpGuard;
import dev.postern.security.inbound.RequestBody;
import dev.postern.transport.ServletPair;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/**
 * The tools as plain REST: {@code GET /mcp/tools} lists them, {@code POST /mcp/tools/call} calls
 * one. A call that failed has {@code ok: false} and a status of 400 or more, never 200.
 */
@Path("/mcp/tools")
@Produces("application/json")
public final class ToolsResource {
  /** What a call is refused with before anything was sent to the service. */
  private static final Set<String> CALLERS_FAULT = Set.of("invalid_arguments", "bad_argument");

  private final ThreadLocal<ServletPair> current;
  private final LiveCatalogue catalogue;
  private final ToolCalls calls;
  private final RequestBody body;

  public ToolsResource(
      ThreadLocal<ServletPair> current,
      LiveCatalogue catalogue,
      ToolCalls calls,
      RequestBody body) {
    this.current = current;
    this.catalogue = catalogue;
    this.calls = calls;
    this.body = body;
  }

  @GET
  public ObjectNode list() {
    ObjectNode list = Json.object();
    ArrayNode tools = list.putArray("tools");
    for (Tool tool : catalogue.current().tools().live()) {
      ObjectNode shown = tools.addObject();
      shown.put("name", tool.name());
      shown.set("description", tool.definition().get("description"));
      shown.set("inputSchema", tool.definition().get("inputSchema"));
    }
    return list;
  }

  @POST
  @Path("call")
  public Response call() throws IOException {
    ServletPair pair = current.get();
    if (!RequestBody.isJson(pair.request())) {
      return failed(415, "unsupported_media_type", "The Content-Type must be application/json");
    }
    byte[] bytes = body.read(pair.request());
    if (bytes == null) {
      return failed(413, "too_large", "The body is larger than " + body.limit() + " bytes");
    }
    JsonNode request;
    try {
      request = Json.parse(bytes);
    } catch (JsonProcessingException e) {
      return failed(400, "not_json", "The body is not JSON: " + e.getOriginalMessage());
    }
    JsonNode name = request.path("tool");
    JsonNode arguments = request.path("arguments");
    if (!name.isTextual()) {
      return failed(400, "bad_request", "\"tool\" must name a tool");
    }
    if (!arguments.isObject() && !arguments.isMissingNode() && !arguments.isNull()) {
      return failed(400, "bad_request", "\"arguments\" must be an object");
    }
    return call(
        name.textValue(), arguments instanceof ObjectNode given ? given : Json.object(), pair);
  }

  private Response call(String name, ObjectNode arguments, ServletPair pair) {
    try {
      Optional<Outcome> result =
          calls.call(
              name,
              arguments,
              McpGuard.principal(pair.request()),
              new RestConversation(pair.request()));
      return result
          .map(ToolsResource::answer)
          .orElseGet(() -> failed(404, "unknown_tool", "There is no tool named " + name));
    } catch (RpcException e) {
      return failed(400, "needs_mcp_client", e.getMessage());
    } catch (InterruptedException e) { // the server stops
      Thread.currentThread().interrupt();
      return failed(503, "stopping", "The gateway is stopping");
    }
  }

  private static Response answer(Outcome result) {
    if (result instanceof Outcome.InputRequired) {
      return failed(
          400, "needs_mcp_client", "The tool asks its client for input, which only MCP can do");
    }
    if (!result.json().path("isError").booleanValue()) {
      ObjectNode answer = Json.object().put("ok", true);
      answer.set("result", result.json());
      return Response.ok(answer).build();
    }
    JsonNode facts = result.json().at("/_meta/dev.postern~1error");
    String code = facts.path("error").asText("tool_error");
    ObjectNode answer = error(code, facts.path("message").asText("The tool reports an error"));
    answer.set("result", result.json());
    return Response.status(CALLERS_FAULT.contains(code) ? 400 : 502).entity(answer).build();
  }

  private static Response failed(int status, String code, String message) {
    return Response.status(status).entity(error(code, message)).build();
  }

  private static ObjectNode error(String code, String message) {
    ObjectNode answer = Json.object().put("ok", false);
    answer.putObject("error").put("code", code).put("message", message);
    return answer;
  }
}
