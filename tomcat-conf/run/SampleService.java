import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.util.Map;

/** The service behind the sample tools: a few invented facts, on this machine only. */
final class SampleService {
  private static final Map<String, String> USERS =
      Map.of(
          "1", "{\"id\":\"1\",\"name\":\"Ada Lovelace\",\"mail\":\"ada@example.com\"}",
          "2", "{\"id\":\"2\",\"name\":\"Alan Turing\",\"mail\":\"alan@example.com\"}");

  private final HttpServer server;

  private SampleService(HttpServer server) {
    this.server = server;
  }

  /**
   * @param wish the port to take if it is free; any other will do
   */
  static SampleService start(int wish) throws IOException {
    HttpServer server = open(wish);
    server.createContext("/weather", SampleService::weather);
    server.createContext("/users/", SampleService::user);
    server.start();
    return new SampleService(server);
  }

  private static HttpServer open(int wish) throws IOException {
    InetAddress here = InetAddress.getByName("127.0.0.1");
    try {
      return HttpServer.create(new InetSocketAddress(here, wish), 0);
    } catch (BindException e) {
      return HttpServer.create(new InetSocketAddress(here, 0), 0);
    }
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private static void weather(HttpExchange exchange) throws IOException {
    String query = exchange.getRequestURI().getRawQuery();
    if (query == null || !query.startsWith("q=") || query.length() == 2) {
      answer(exchange, 400, "{\"error\":\"say which city: /weather?q=Lisbon\"}");
      return;
    }
    String city = URLDecoder.decode(query.substring(2), UTF_8);
    int degrees = Math.floorMod(city.hashCode(), 35); // the same for a city every time
    answer(
        exchange,
        200,
        "{\"city\":" + quoted(city) + ",\"celsius\":" + degrees + ",\"sky\":\"clear\"}");
  }

  private static void user(HttpExchange exchange) throws IOException {
    String id = exchange.getRequestURI().getPath().substring("/users/".length());
    String user = USERS.get(id);
    if (user == null) {
      answer(exchange, 404, "{\"error\":\"there is no user " + id.replaceAll("\\W", "?") + "\"}");
    } else {
      answer(exchange, 200, user);
    }
  }

  private static String quoted(String text) {
    return '"' + text.replaceAll("[\"\\\\\\p{Cntrl}]", "?") + '"';
  }

  private static void answer(HttpExchange exchange, int status, String json) throws IOException {
    byte[] body = json.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
