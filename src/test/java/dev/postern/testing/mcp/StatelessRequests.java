package dev.postern.testing.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Requests of revision 2026-07-28, complete until told otherwise.
 *
 * <pre>{@code
 * HttpResponse<String> response =
 *     client.ask("tools/call").params("{\"name\": \"hello\"}").header("Mcp-Name", "hello").send();
 * }</pre>
 */
public final class StatelessRequests {
  public static final String REVISION = "2026-07-28";
  public static final String PREFIX = "io.modelcontextprotocol/";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI endpoint;
  private final String capabilities;

  public StatelessRequests(URI endpoint) {
    this(endpoint, "{}");
  }

  /**
   * @param capabilities what the client declares, in JSON
   */
  public StatelessRequests(URI endpoint, String capabilities) {
    this.endpoint = endpoint;
    this.capabilities = capabilities;
  }

  /** A request of this method, with everything that the revision demands of any. */
  public Ask ask(String method) {
    return new Ask(method);
  }

  /** {@code tools/call} with its name where it belongs. */
  public Ask call(String tool, String arguments) {
    ObjectNode params = JSON.createObjectNode().put("name", tool);
    params.set("arguments", json(arguments));
    return ask("tools/call").params(params.toString()).header("Mcp-Name", tool);
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError("Not JSON: " + text, e);
    }
  }

  /** A request in the making. */
  public final class Ask {
    private final ObjectNode message = JSON.createObjectNode();
    private final ObjectNode meta = JSON.createObjectNode();
    private final Map<String, List<String>> headers = new LinkedHashMap<>();
    private boolean hasMeta = true;
    private String body;

    private Ask(String method) {
      message.put("jsonrpc", "2.0").put("id", 1).put("method", method).putObject("params");
      meta("protocolVersion", '"' + REVISION + '"').meta("clientCapabilities", capabilities);
      meta("clientInfo", "{\"name\":\"postern-test\",\"version\":\"1\"}");
      header("Content-Type", "application/json");
      header("Accept", "application/json, text/event-stream");
      header("MCP-Protocol-Version", REVISION);
      header("Mcp-Method", method);
    }

    /** The params but for {@code _meta}. */
    public Ask params(String json) {
      message.set("params", json(json));
      return this;
    }

    /** Answers to earlier questions, and the state that came with them, which may be null. */
    public Ask retry(String answers, String state) {
      ObjectNode params = (ObjectNode) message.get("params");
      params.set("inputResponses", json(answers));
      if (state != null) {
        params.put("requestState", state);
      }
      return this;
    }

    /** An entry of the envelope; null takes it away. A key without slash gets the prefix. */
    public Ask meta(String key, String json) {
      String whole = key.contains("/") || key.equals("progressToken") ? key : PREFIX + key;
      if (json == null) {
        meta.remove(whole);
      } else {
        meta.set(whole, json(json));
      }
      return this;
    }

    public Ask withoutMeta() {
      hasMeta = false;
      return this;
    }

    /** The id as JSON; null for a notification. */
    public Ask id(String json) {
      if (json == null) {
        message.remove("id");
      } else {
        message.set("id", json(json));
      }
      return this;
    }

    /** These lines of the header and no others. */
    public Ask header(String name, String... lines) {
      headers.put(name, List.of(lines));
      return this;
    }

    /** This text instead of a message. */
    public Ask body(String text) {
      body = text;
      return this;
    }

    public HttpRequest build() {
      HttpRequest.Builder request = HttpRequest.newBuilder(endpoint).timeout(LIMIT);
      headers.forEach((name, lines) -> lines.forEach(line -> request.header(name, line)));
      return request.POST(BodyPublishers.ofString(body())).build();
    }

    /** What is sent as body. */
    public String body() {
      if (body != null) {
        return body;
      }
      if (hasMeta) {
        ((ObjectNode) message.get("params")).set("_meta", meta);
      }
      return message.toString();
    }

    public HttpResponse<String> send() throws IOException, InterruptedException {
      return http.send(build(), BodyHandlers.ofString());
    }

    /** The whole JSON-RPC answer, also an error. */
    public JsonNode answer() throws IOException, InterruptedException {
      return McpClient.message(send());
    }

    /** The result; an error fails the test. */
    public JsonNode result() throws IOException, InterruptedException {
      HttpResponse<String> response = send();
      JsonNode result = McpClient.message(response).get("result");
      if (result == null) {
        throw new AssertionError("No result but " + response.statusCode() + response.body());
      }
      return result;
    }

    /** Sends it and reads the stream that is its answer. */
    public EventStream open() throws IOException, InterruptedException {
      HttpResponse<InputStream> response = http.send(build(), BodyHandlers.ofInputStream());
      String type = response.headers().firstValue("Content-Type").orElse("");
      if (response.statusCode() != 200 || !type.startsWith("text/event-stream")) {
        throw new AssertionError(response + " " + type);
      }
      return EventStream.read(response.body());
    }
  }
}
