package dev.postern.testing.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A reverse proxy that gives each request to the next of its servers, whoever sent it. */
public final class TakingTurns implements AutoCloseable {

  /** They belong to one connection, or are made anew for the next. */
  private static final Set<String> OF_ONE_HOP =
      Set.of(
          "connection",
          "content-length",
          "host",
          "http2-settings",
          "keep-alive",
          "transfer-encoding",
          "upgrade");

  private final List<String> origins;
  private final AtomicInteger requests = new AtomicInteger();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private TakingTurns(List<String> origins) throws IOException {
    this.origins = origins;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
    server.createContext("/", this::pass);
    server.setExecutor(threads);
  }

  /**
   * @param origins of the servers behind it, for instance {@code http://127.0.0.1:8080}
   */
  public static TakingTurns before(String... origins) throws IOException {
    TakingTurns proxy = new TakingTurns(List.of(origins));
    proxy.server.start();
    return proxy;
  }

  public URI uri(String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  private void pass(HttpExchange exchange) throws IOException {
    String origin = origins.get(requests.getAndIncrement() % origins.size());
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(origin + exchange.getRequestURI()))
            .method(
                exchange.getRequestMethod(),
                BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
    for (Map.Entry<String, List<String>> header : exchange.getRequestHeaders().entrySet()) {
      if (isPassed(header.getKey())) {
        header.getValue().forEach(value -> request.header(header.getKey(), value));
      }
    }
    try {
      answer(exchange, http.send(request.build(), BodyHandlers.ofInputStream()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      exchange.close();
    }
  }

  private static void answer(HttpExchange exchange, HttpResponse<InputStream> response)
      throws IOException {
    response.headers().map().entrySet().stream()
        .filter(header -> isPassed(header.getKey()))
        .forEach(header -> exchange.getResponseHeaders().put(header.getKey(), header.getValue()));
    long length = response.headers().firstValueAsLong("Content-Length").orElse(0);
    boolean bodiless = response.headers().firstValue("Content-Type").isEmpty();
    exchange.sendResponseHeaders(response.statusCode(), bodiless ? -1 : length); // 0 is any
    if (bodiless) {
      return;
    }
    try (InputStream from = response.body();
        OutputStream to = exchange.getResponseBody()) {
      byte[] some = new byte[8192];
      for (int n = from.read(some); n >= 0; n = from.read(some)) {
        to.write(some, 0, n);
        to.flush();
      }
    }
  }

  private static boolean isPassed(String header) {
    return !OF_ONE_HOP.contains(header.toLowerCase(Locale.ROOT));
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
