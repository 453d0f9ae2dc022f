package dev.postern.testing.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** A client of revision 2026-07-28: every request describes itself. */
public final class StatelessClient {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String REVISION = "2026-07-28";
  private static final String PREFIX = "io.modelcontextprotocol/";

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI endpoint;
  private final String capabilities;
  private final ObjectNode meta = JSON.createObjectNode();
  private int lastId;

  /**
   * @param capabilities what the client declares, in JSON
   */
  public StatelessClient(URI endpoint, String capabilities) {
    this.endpoint = endpoint;
    this.capabilities = capabilities;
  }

  /** A further member of {@code _meta}, for instance {@code progressToken}. */
  public StatelessClient meta(String name, String value) {
    meta.put(name, value);
    return this;
  }

  public StatelessClient logLevel(String level) {
    return meta(PREFIX + "logLevel", level);
  }

  /** The whole JSON-RPC answer of {@code tools/call}. */
  public JsonNode call(String tool, String arguments) throws IOException, InterruptedException {
    return JSON.readTree(response(tool, params(tool, arguments)).body());
  }

  /** As {@link #call}, with answers to earlier questions and the state that came with them. */
  public JsonNode retry(String tool, String arguments, String answers, String state)
      throws IOException, InterruptedException {
    ObjectNode params = params(tool, arguments);
    params.set("inputResponses", JSON.readTree(answers));
    if (state != null) {
      params.put("requestState", state);
    }
    return JSON.readTree(response(tool, params).body());
  }

  public HttpResponse<String> response(String tool, String arguments)
      throws IOException, InterruptedException {
    return response(tool, params(tool, arguments));
  }

  private HttpResponse<String> response(String tool, ObjectNode params)
      throws IOException, InterruptedException {
    return http.send(request(tool, params), BodyHandlers.ofString());
  }

  /** Calls a tool whose answer comes as a stream. */
  public EventStream start(String tool, String arguments) throws IOException, InterruptedException {
    HttpResponse<InputStream> response =
        http.send(request(tool, params(tool, arguments)), BodyHandlers.ofInputStream());
    return EventStream.read(response.body());
  }

  private ObjectNode params(String tool, String arguments) throws IOException {
    ObjectNode params = JSON.createObjectNode().put("name", tool);
    params.set("arguments", JSON.readTree(arguments));
    ObjectNode own = params.putObject("_meta");
    own.put(PREFIX + "protocolVersion", REVISION);
    own.set(PREFIX + "clientCapabilities", JSON.readTree(capabilities));
    own.setAll(meta);
    return params;
  }

  private HttpRequest request(String tool, ObjectNode params) {
    ObjectNode message = JSON.createObjectNode().put("jsonrpc", "2.0").put("id", ++lastId);
    message.put("method", "tools/call").set("params", params);
    return HttpRequest.newBuilder(endpoint)
        .timeout(Duration.ofSeconds(60))
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream")
        .header("MCP-Protocol-Version", REVISION)
        .header("Mcp-Method", "tools/call")
        .header("Mcp-Name", tool)
        .POST(BodyPublishers.ofString(message.toString()))
        .build();
  }
}
