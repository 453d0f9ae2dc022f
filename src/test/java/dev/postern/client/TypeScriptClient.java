package dev.postern.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * A TypeScript SDK in a node process of its own, which takes orders as JSON lines: {@code
 * src/test/ts/orders.mjs}.
 */
final class TypeScriptClient implements SdkClient {
  private static final long LIMIT_SECONDS = 60;

  private final Process process;
  private final Writer orders;
  private final AtomicInteger lastId = new AtomicInteger();
  private final Heard changes = new Heard();
  private final Heard progress = new Heard();
  private final Heard questions = new Heard();
  private final CompletableFuture<JsonNode> connected = new CompletableFuture<>();

  /** Orders without an outcome yet, by their id. */
  private final Map<Integer, CompletableFuture<JsonNode>> open = new ConcurrentHashMap<>();

  private TypeScriptClient(Process process) {
    this.process = process;
    orders = process.outputWriter(UTF_8);
  }

  /** Runs a script of this folder and waits until it has connected. */
  static TypeScriptClient start(Path folder, String script, URI endpoint, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(NodeProject.node(), script));
    command.add(endpoint.toString());
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    TypeScriptClient client = new TypeScriptClient(process);
    Thread reader = new Thread(client::readOutcomes, "typescript-client");
    reader.setDaemon(true);
    reader.start();
    client.greeting();
    return client;
  }

  private void readOutcomes() {
    try (BufferedReader lines = process.inputReader(UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        take(Json.parse(line));
      }
    } catch (IOException e) {
      // the process ended; whoever waits is told below
    } finally {
      AssertionError end = new AssertionError("The node process ended; its words stand above");
      connected.completeExceptionally(end);
      open.values().forEach(outcome -> outcome.completeExceptionally(end));
    }
  }

  private void take(JsonNode message) {
    switch (message.path("event").asText()) {
      case "connected" -> connected.complete(message);
      case "toolsChanged" -> changes.add(message.get("tools"));
      case "progress" -> progress.add(message.get("progress"));
      case "question" -> questions.add(message.get("question"));
      default -> open.remove(message.get("id").intValue()).complete(message);
    }
  }

  private JsonNode greeting() {
    return await(connected);
  }

  /** What was asked over HTTP while it connected, and the statuses it got. */
  JsonNode exchanges() {
    return greeting().get("exchanges");
  }

  @Override
  public JsonNode server() {
    return greeting().get("server");
  }

  @Override
  public String protocolVersion() {
    return greeting().get("protocolVersion").textValue();
  }

  @Override
  public String session() {
    return greeting().path("session").textValue();
  }

  @Override
  public void ping() {
    order("ping", Json.NODES.arrayNode());
  }

  @Override
  public JsonNode tools() {
    return order("listTools", Json.NODES.arrayNode()).get("tools");
  }

  @Override
  public JsonNode call(String tool, String arguments) {
    ArrayNode params = Json.NODES.arrayNode();
    ObjectNode call = params.addObject().put("name", tool);
    try {
      call.set("arguments", Json.parse(arguments));
    } catch (IOException e) {
      throw new IllegalArgumentException(arguments, e);
    }
    return order("callTool", params);
  }

  @Override
  public JsonNode callWithProgress(String tool) {
    ArrayNode params = Json.NODES.arrayNode();
    params.addObject().put("name", tool);
    return order("callWithProgress", params);
  }

  private JsonNode order(String method, ArrayNode params) {
    int id = lastId.incrementAndGet();
    CompletableFuture<JsonNode> outcome = new CompletableFuture<>();
    open.put(id, outcome);
    ObjectNode order = Json.object().put("id", id).put("method", method);
    order.set("params", params);
    send(Json.text(order));
    JsonNode told = await(outcome);
    JsonNode error = told.get("error");
    if (error != null) {
      throw new SdkRefusal(error.path("code").asInt(), error.path("message").asText());
    }
    return told.get("result");
  }

  private void send(String line) {
    synchronized (orders) {
      try {
        orders.write(line + "\n");
        orders.flush();
      } catch (IOException e) {
        throw new UncheckedIOException("The node process takes no orders any more", e);
      }
    }
  }

  private static JsonNode await(CompletableFuture<JsonNode> outcome) {
    try {
      return outcome.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new AssertionError("The node process gave no outcome", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted", e);
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
    try {
      order("close", Json.NODES.arrayNode());
    } finally {
      process.destroy();
    }
  }
}
