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

/** A client of HTTP+SSE as revision 2024-11-05 has it: one stream, and an address to post to. */
public final class SseClient implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final EventStream stream;
  private final URI endpoint;
  private int lastId;

  private SseClient(EventStream stream, URI endpoint) {
    this.stream = stream;
    this.endpoint = endpoint;
  }

  /** Opens the stream and waits for its first event. */
  public static SseClient open(URI address) throws IOException, InterruptedException {
    return open(new McpClient(address), address);
  }

  /** The same with the headers that this client sends. */
  public static SseClient open(McpClient client, URI address)
      throws IOException, InterruptedException {
    EventStream stream = client.listen();
    ServerSentEvent first = stream.await(event -> true, LIMIT);
    if (!first.name().equals("endpoint")) {
      throw new AssertionError("The first event is " + first);
    }
    return new SseClient(stream, address.resolve(first.data()));
  }

  /** Where to post, as the first event said. */
  public URI endpoint() {
    return endpoint;
  }

  public EventStream stream() {
    return stream;
  }

  /** {@code initialize} and {@code notifications/initialized}; the result of the former. */
  public JsonNode connect(String revision, String capabilities)
      throws IOException, InterruptedException {
    JsonNode result =
        answer(
                "initialize",
                """
                {"protocolVersion":"%s","capabilities":%s,
                 "clientInfo":{"name":"postern-test","version":"1"}}
                """
                    .formatted(revision, capabilities))
            .get("result");
    post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    return result;
  }

  /** Sends a request, which must be accepted, and returns the whole answer from the stream. */
  public JsonNode answer(String method, String params) throws IOException, InterruptedException {
    return awaitAnswer(send(method, params));
  }

  /** Sends a request, which must be accepted, and returns its id. */
  public int send(String method, String params) throws IOException, InterruptedException {
    int id = ++lastId;
    ObjectNode message =
        JSON.createObjectNode().put("jsonrpc", "2.0").put("id", id).put("method", method);
    message.set("params", JSON.readTree(params));
    HttpResponse<String> response = post(message.toString());
    if (response.statusCode() != 202) {
      throw new AssertionError(response.statusCode() + " " + response.body());
    }
    return id;
  }

  public JsonNode awaitAnswer(int id) {
    return stream
        .await(event -> isMessage(event) && event.json().path("id").asInt() == id, LIMIT)
        .json();
  }

  /** The first message of this method on the stream. */
  public JsonNode await(String method) {
    return stream.await(event -> isMessage(event) && event.method().equals(method), LIMIT).json();
  }

  public static boolean isMessage(ServerSentEvent event) {
    return event.name().equals("message");
  }

  /** Posts this text as it is. */
  public HttpResponse<String> post(String body, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(endpoint)
            .timeout(LIMIT)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body));
    for (int i = 0; i < headers.length; i += 2) {
      request.setHeader(headers[i], headers[i + 1]);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
