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
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/** The official Java SDK: io.modelcontextprotocol.sdk. */
final class JavaSdkClient implements SdkClient {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Heard changes = new Heard();
  private final Heard progress = new Heard();
  private final Heard questions = new Heard();
  private final AtomicReference<String> session = new AtomicReference<>();
  private final McpSyncClient client;

  private final Consumer<List<Tool>> onChange = tools -> changes.add(JSON.valueToTree(tools));
  private final Consumer<ProgressNotification> onProgress =
      told -> progress.add(JSON.valueToTree(told));
  private final Function<ElicitFormRequest, ElicitResult> onForm = this::fillIn;

  JavaSdkClient(URI endpoint, Way way) {
    client = way.isSse() ? overSse(endpoint) : overHttp(endpoint);
  }

  private McpSyncClient overHttp(URI endpoint) {
    String origin = endpoint.resolve("/").toString();
    String path = endpoint.getPath();

    HttpClientStreamableHttpTransport.Builder transport =
        HttpClientStreamableHttpTransport.builder(origin).endpoint(path);
    transport.addHttpRequestCustomizer(
        (request, method, uri, body, context) -> noteSession(request, uri));
    McpSyncClient client =
        McpClient.sync(transport.build())
            .capabilities(ClientCapabilities.builder().elicitation().build())
            .elicitation(onForm)
            .progressConsumer(onProgress)
            .toolsChangeConsumer(onChange)
            .build();
    client.initialize();
    return client;
  }

  @SuppressWarnings("deprecation") // it warns people off the transport, and they use it still
  private McpSyncClient overSse(URI endpoint) {
    String origin = endpoint.resolve("/").toString();
    String path = endpoint.getPath();

    HttpClientSseClientTransport.Builder transport =
        HttpClientSseClientTransport.builder(origin).sseEndpoint(path);
    transport.addHttpRequestCustomizer(
        (request, method, uri, body, context) -> noteSession(request, uri));
    McpSyncClient client =
        McpClient.sync(transport.build())
            .capabilities(ClientCapabilities.builder().elicitation().build())
            .elicitation(onForm)
            .progressConsumer(onProgress)
            .toolsChangeConsumer(onChange)
            .build();
    client.initialize();
    return client;
  }

  private ElicitResult fillIn(ElicitFormRequest form) {
    questions.add(JSON.valueToTree(form));
    return ElicitResult.builder(ElicitResult.Action.ACCEPT).content(Map.of("name", "Ada")).build();
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

  @Override
  public JsonNode callWithProgress(String tool) {
    return JSON.valueToTree(
        client.callTool(CallToolRequest.builder(tool).progressToken("token of " + tool).build()));
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
  public Heard progress() {
    return progress;
  }

  @Override
  public Heard questions() {
    return questions;
  }

  @Override
  public void close() {
    client.closeGracefully();
  }
}
