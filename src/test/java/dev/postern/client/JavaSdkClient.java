package dev.postern.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientSseClientTransport;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The official Java SDK: io.modelcontextprotocol.sdk. */
final class JavaSdkClient implements SdkClient {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ChangesHeard changes = new ChangesHeard();
  private final AtomicReference<String> session = new AtomicReference<>();
  private final McpSyncClient client;

  JavaSdkClient(URI endpoint, Way way) {
    Consumer<List<Tool>> onChange = tools -> changes.add(JSON.valueToTree(tools));
    client = way.isSse() ? overSse(endpoint, onChange) : overHttp(endpoint, onChange);
  }

  private McpSyncClient overHttp(URI endpoint, Consumer<List<Tool>> onChange) {
    String origin = endpoint.resolve("/").toString();
    String path = endpoint.getPath();

    HttpClientStreamableHttpTransport.Builder transport =
        HttpClientStreamableHttpTransport.builder(origin).endpoint(path);
    transport.addHttpRequestCustomizer(
        (request, method, uri, body, context) -> noteSession(request, uri));
    McpSyncClient client = McpClient.sync(transport.build()).toolsChangeConsumer(onChange).build();
    client.initialize();
    return client;
  }

  @SuppressWarnings("deprecation") // it warns people off the transport, and they use it still
  private McpSyncClient overSse(URI endpoint, Consumer<List<Tool>> onChange) {
    String origin = endpoint.resolve("/").toString();
    String path = endpoint.getPath();

    HttpClientSseClientTransport.Builder transport =
        HttpClientSseClientTransport.builder(origin).sseEndpoint(path);
    transport.addHttpRequestCustomizer(
        (request, method, uri, body, context) -> noteSession(request, uri));
    McpSyncClient client = McpClient.sync(transport.build()).toolsChangeConsumer(onChange).build();
    client.initialize();
    return client;
  }

  private void noteSession(HttpRequest.Builder request, URI uri) {
    request.copy().build().headers().firstValue("Mcp-Session-Id").ifPresent(session::set);
    if (uri.getQuery() != null) {
      session.set(uri.getQuery().substring("sessionId=".length()));
    }
  }

  @Override
  public JsonNode server() {
    return JSON.valueToTree(client.getServerInfo());
  }

  @Override
  public String protocolVersion() {
    return client.getCurrentInitializationResult().protocolVersion();
  }

  @Override
  public String session() {
    return session.get();
  }

  @Override
  public void ping() {
    client.ping();
  }

  @Override
  public JsonNode tools() {
    return JSON.valueToTree(client.listTools().tools());
  }

  @Override
  public JsonNode call(String tool, String arguments) {
    try {
      CallToolResult result =
          client.callTool(CallToolRequest.builder(tool).arguments(object(arguments)).build());
      return JSON.valueToTree(result);
    } catch (McpError e) {
      throw new SdkRefusal(e.getJsonRpcError().code(), e.getJsonRpcError().message());
    }
  }

  private static Map<String, Object> object(String json) {
    try {
      return JSON.readerForMapOf(Object.class).readValue(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(json, e);
    }
  }

  @Override
  public boolean hears(Predicate<JsonNode> tools, Duration limit) {
    return changes.await(tools, limit);
  }

  @Override
  public void close() {
    client.closeGracefully();
  }
}
