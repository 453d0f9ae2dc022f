package dev.postern.testing.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/** A WebSocket that sends what it is told and keeps what comes. */
public final class SocketClient implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final WebSocket socket;
  private final Heard heard;
  private int lastId;

  private SocketClient(WebSocket socket, Heard heard) {
    this.socket = socket;
    this.heard = heard;
  }

  /**
   * @param address as of HTTP; the scheme is replaced
   * @param headers names and values for the handshake
   * @throws ExecutionException caused by a WebSocketHandshakeException where it was refused
   */
  public static SocketClient open(URI address, String... headers)
      throws ExecutionException, InterruptedException, TimeoutException {
    WebSocket.Builder builder = HttpClient.newHttpClient().newWebSocketBuilder();
    for (int i = 0; i < headers.length; i += 2) {
      if (headers[i].equals("Sec-WebSocket-Protocol")) {
        builder.subprotocols(headers[i + 1]);
      } else {
        builder.header(headers[i], headers[i + 1]);
      }
    }
    Heard heard = new Heard();
    URI ws = URI.create(address.toString().replaceFirst("^http", "ws"));
    WebSocket socket = builder.buildAsync(ws, heard).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    return new SocketClient(socket, heard);
  }

  public String subprotocol() {
    return socket.getSubprotocol();
  }

  /** {@code initialize} and {@code notifications/initialized}; the result of the former. */
  public JsonNode connect(String revision, String capabilities) throws Exception {
    JsonNode result =
        answer(
                "initialize",
                """
                {"protocolVersion":"%s","capabilities":%s,
                 "clientInfo":{"name":"postern-test","version":"1"}}
                """
                    .formatted(revision, capabilities))
            .get("result");
    text("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    return result;
  }

  /** Sends a request and returns the whole answer. */
  public JsonNode answer(String method, String params) throws Exception {
    return awaitAnswer(send(method, params));
  }

  public int send(String method, String params) throws Exception {
    int id = ++lastId;
    ObjectNode message =
        JSON.createObjectNode().put("jsonrpc", "2.0").put("id", id).put("method", method);
    message.set("params", JSON.readTree(params));
    text(message.toString());
    return id;
  }

  public JsonNode awaitAnswer(int id) {
    return await(message -> message.path("id").asInt() == id && !message.has("method"));
  }

  /** The first message of this method. */
  public JsonNode await(String method) {
    return await(message -> message.path("method").asText().equals(method));
  }

  /** The first message, also an earlier one, that is as wanted. */
  public JsonNode await(Predicate<JsonNode> wanted) {
    return heard.await(wanted);
  }

  /** All messages so far. */
  public List<JsonNode> messages() {
    return heard.messages();
  }

  /** How many pings the server has sent; each was answered. */
  public int pings() {
    return heard.pings();
  }

  /** Sends this text as one frame. */
  public void text(String text) throws Exception {
    socket.sendText(text, true).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  /** Sends this text in frames of this many characters. */
  public void inParts(String text, int size) throws Exception {
    int to;
    for (int from = 0; from < text.length(); from = to) {
      to = Math.min(text.length(), from + size);
      to -= Character.isHighSurrogate(text.charAt(to - 1)) ? 1 : 0; // Java's client splits no pair
      socket
          .sendText(text.substring(from, to), to == text.length())
          .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }
  }

  public void binary(byte[] bytes) throws Exception {
    socket.sendBinary(ByteBuffer.wrap(bytes), true).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  /** The code that the server closes with. */
  public int awaitClose() throws Exception {
    return heard.closed.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  /** Cuts the connection without a word. */
  @Override
  public void close() {
    socket.abort();
  }

  private static final class Heard implements WebSocket.Listener {
    private final CompletableFuture<Integer> closed = new CompletableFuture<>();
    private final StringBuilder part = new StringBuilder();
    // The two below are guarded by this.
    private final List<JsonNode> messages = new ArrayList<>();
    private int pings;

    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
      part.append(data);
      if (last) {
        add(part.toString());
        part.setLength(0);
      }
      socket.request(1);
      return null;
    }

    private synchronized void add(String text) {
      try {
        messages.add(JSON.readTree(text));
      } catch (JsonProcessingException e) {
        throw new AssertionError("Not JSON: " + text, e);
      }
      notifyAll();
    }

    @Override
    public synchronized CompletionStage<?> onPing(WebSocket socket, ByteBuffer message) {
      pings++;
      notifyAll();
      socket.request(1);
      return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
      closed.complete(code);
      return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
      closed.completeExceptionally(error);
    }

    synchronized int pings() {
      return pings;
    }

    synchronized List<JsonNode> messages() {
      return List.copyOf(messages);
    }

    synchronized JsonNode await(Predicate<JsonNode> wanted) {
      long end = System.nanoTime() + LIMIT.toNanos();
      for (int next = 0; ; next++) {
        while (next >= messages.size()) {
          long millis = (end - System.nanoTime()) / 1_000_000;
          if (millis <= 0) {
            throw new AssertionError("Nothing came in time; messages so far: " + messages);
          }
          try {
            wait(millis);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted", e);
          }
        }
        if (wanted.test(messages.get(next))) {
          return messages.get(next);
        }
      }
    }
  }
}
