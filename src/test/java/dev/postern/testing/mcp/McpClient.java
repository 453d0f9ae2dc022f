package dev.postern.testing.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One MCP session of revision 2025-11-25, unless told otherwise.
 *
 * <pre>{@code
 * McpClient client = new McpClient(tomcat.uri("/mcp"));
 * client.connect();
 * JsonNode result = client.call("hello", "{\"name\": \"Ada\"}");
 * }</pre>
 */
public final class McpClient {
  public static final String REVISION = "2025-11-25";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final HttpClient http;
  private final URI endpoint;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private int lastId;

  public McpClient(URI endpoint) {
    this(endpoint, HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build());
  }

  /**
   * @param http may be shared by thousands of clients
   */
  public McpClient(URI endpoint, HttpClient http) {
    this.endpoint = endpoint;
    this.http = http;
    header("Content-Type", "application/json");
    header("Accept", "application/json, text/event-stream");
  }

  /** Sends this header with everything from now on; null takes it away. */
  public McpClient header(String name, String value) {
    if (value == null) {
      headers.remove(name);
    } else {
      headers.put(name, value);
    }
    return this;
  }

  /** {@code initialize} and {@code notifications/initialized}; the result of the former. */
  public JsonNode connect() throws IOException, InterruptedException {
    return connect(REVISION, "{}");
  }

  public JsonNode connect(String revision, String capabilities)
      throws IOException, InterruptedException {
    ObjectNode params = JSON.createObjectNode().put("protocolVersion", revision);
    params.set("capabilities", JSON.readTree(capabilities));
    params.putObject("clientInfo").put("name", "postern-test").put("version", "1");
    HttpResponse<String> response = post(envelope(++lastId, "initialize", params).toString());
    JsonNode result = result(response);
    response.headers().firstValue("Mcp-Session-Id").ifPresent(id -> header("Mcp-Session-Id", id));
    header("MCP-Protocol-Version", result.path("protocolVersion").asText());
    notify("notifications/initialized");
    return result;
  }

  /** The session's id as the server gave it; null before {@link #connect}. */
  public String session() {
    return headers.get("Mcp-Session-Id");
  }

  /** The {@code tools} of {@code tools/list}. */
  public JsonNode tools() throws IOException, InterruptedException {
    return request("tools/list", "{}").path("tools");
  }

  /** The result of {@code tools/call}, also where it says {@code isError}. */
  public JsonNode call(String tool, String arguments) throws IOException, InterruptedException {
    ObjectNode params = JSON.createObjectNode().put("name", tool);
    params.set("arguments", JSON.readTree(arguments));
    return request("tools/call", params.toString());
  }

  /** Sends a request and returns its result; a JSON-RPC error fails the test. */
  public JsonNode request(String method, String params) throws IOException, InterruptedException {
    return result(exchange(method, params));
  }

  /** Sends a request and returns the whole JSON-RPC answer, also an error. */
  public JsonNode answer(String method, String params) throws IOException, InterruptedException {
    return message(exchange(method, params));
  }

  private HttpResponse<String> exchange(String method, String params)
      throws IOException, InterruptedException {
    return post(envelope(++lastId, method, JSON.readTree(params)).toString());
  }

  /** Sends a request whose answer comes as a stream, which can be read while it comes. */
  public EventStream start(String method, String params) throws IOException, InterruptedException {
    String body = envelope(++lastId, method, JSON.readTree(params)).toString();
    HttpResponse<java.io.InputStream> response =
        http.send(
            builder().POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofInputStream());
    String type = response.headers().firstValue("Content-Type").orElse("");
    if (!type.startsWith("text/event-stream")) {
      throw new AssertionError(
          "No stream but " + type + ": " + new String(response.body().readAllBytes()));
    }
    return EventStream.read(response.body());
  }

  /** The id of the request that was sent last. */
  public int lastId() {
    return lastId;
  }

  /** Answers a question of the server. */
  public void reply(JsonNode question, String result) throws IOException, InterruptedException {
    reply(question, "result", result);
  }

  /** Answers a question of the server with an error. */
  public void refuse(JsonNode question, String error) throws IOException, InterruptedException {
    reply(question, "error", error);
  }

  private void reply(JsonNode question, String key, String json)
      throws IOException, InterruptedException {
    ObjectNode message = JSON.createObjectNode().put("jsonrpc", "2.0");
    message.set("id", question.get("id"));
    message.set(key, JSON.readTree(json));
    HttpResponse<String> response = post(message.toString());
    if (response.statusCode() != 202) {
      throw new AssertionError("The reply was answered with " + text(response));
    }
  }

  /** Sends a notification; anything but 202 fails the test. */
  public void notify(String method) throws IOException, InterruptedException {
    ObjectNode message = JSON.createObjectNode().put("jsonrpc", "2.0").put("method", method);
    HttpResponse<String> response = post(message.toString());
    if (response.statusCode() != 202) {
      throw new AssertionError(method + " was answered with " + text(response));
    }
  }

  /** Posts this text as it is. */
  public HttpResponse<String> post(String body) throws IOException, InterruptedException {
    return send(builder().POST(BodyPublishers.ofString(body)).build());
  }

  public HttpResponse<String> delete() throws IOException, InterruptedException {
    return send(builder().DELETE().build());
  }

  /** Any request, from {@link #builder}. */
  public HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return http.send(request, BodyHandlers.ofString());
  }

  /** A request to the endpoint with the session's headers. */
  public HttpRequest.Builder builder() {
    HttpRequest.Builder builder = HttpRequest.newBuilder(endpoint).timeout(LIMIT);
    headers.forEach(builder::setHeader);
    return builder;
  }

  /** Opens the GET stream on which the server tells of changes. */
  public EventStream listen() throws IOException, InterruptedException {
    HttpRequest request = builder().setHeader("Accept", "text/event-stream").GET().build();
    HttpResponse<java.io.InputStream> response = http.send(request, BodyHandlers.ofInputStream());
    if (response.statusCode() != 200) {
      throw new AssertionError("GET was answered with " + response);
    }
    return EventStream.read(response.body());
  }

  /** The same for a client that comes back to a stream; null for one that does not. */
  public EventStream resume(String lastEventId) throws IOException, InterruptedException {
    header("Last-Event-ID", lastEventId);
    try {
      return listen();
    } finally {
      header("Last-Event-ID", null);
    }
  }

  private static ObjectNode envelope(int id, String method, JsonNode params) {
    ObjectNode message = JSON.createObjectNode().put("jsonrpc", "2.0").put("id", id);
    message.put("method", method).set("params", params);
    return message;
  }

  private static JsonNode result(HttpResponse<String> response) throws IOException {
    JsonNode result = message(response).get("result");
    if (result == null) {
      throw new AssertionError("No result but " + text(response));
    }
    return result;
  }

  /**
   * The JSON-RPC answer in a response, whether it came as JSON or as the last event of a stream.
   */
  public static JsonNode message(HttpResponse<String> response) throws IOException {
    String type = response.headers().firstValue("Content-Type").orElse("");
    if (!type.startsWith("text/event-stream")) {
      return JSON.readTree(response.body());
    }
    EventStream events =
        EventStream.read(
            new java.io.ByteArrayInputStream(
                response.body().getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    return events.await(event -> event.json().has("id") && event.method().isEmpty(), LIMIT).json();
  }

  private static String text(HttpResponse<String> response) {
    return response.statusCode() + " " + response.body();
  }
}
