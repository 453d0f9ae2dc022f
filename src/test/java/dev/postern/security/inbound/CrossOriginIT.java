package dev.postern.security.inbound;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.sun.net.httpserver.HttpServer;
import dev.postern.admin.page.Chromium;
import dev.postern.testing.server.TomcatServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of other origins, at the wire and in a real browser. */
class CrossOriginIT {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

  /** A client as a page would write it without any library. */
  private static final String CONNECT =
      """
      async url => {
        const headers = {'Content-Type': 'application/json',
                         Accept: 'application/json, text/event-stream'};
        let id = 0;
        const post = (method, params) => fetch(url, {method: 'POST', headers, body: JSON.stringify(
          {jsonrpc: '2.0', id: ++id, method, params})});
        const opened = await post('initialize', {protocolVersion: '2025-11-25', capabilities: {},
          clientInfo: {name: 'page', version: '1'}});
        headers['Mcp-Session-Id'] = opened.headers.get('Mcp-Session-Id');
        headers['MCP-Protocol-Version'] = (await opened.json()).result.protocolVersion;

        const stream = await fetch(url, {headers: {...headers, Accept: 'text/event-stream'}});
        const reader = stream.body.getReader();
        const first = new TextDecoder().decode((await reader.read()).value);
        const tools = (await (await post('tools/list', {})).json()).result.tools;
        const call = (await (await post('tools/call',
          {name: tools[0].name, arguments: {city: 'Oslo'}})).json()).result;

        const modern = {'io.modelcontextprotocol/protocolVersion': '2026-07-28',
                        'io.modelcontextprotocol/clientCapabilities': {}};
        const stateless = await fetch(url, {method: 'POST', headers: {...headers,
          'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list', 'Mcp-Param-City': 'Oslo'},
          body: JSON.stringify({jsonrpc: '2.0', id: 'm', method: 'tools/list',
                                params: {_meta: modern}})});
        const missing = await fetch(url, {method: 'POST',
          headers: {...headers, 'Mcp-Session-Id': 'unknown'}, body: '%s'});
        const ended = await fetch(url, {method: 'DELETE', headers});
        await reader.cancel();
        const rest = await (await fetch(url + '/tools')).json();
        return [stream.status, first.slice(0, 3), tools.length, call.content[0].type,
                stateless.status, missing.status, ended.status, rest.tools.length].join();
      }"""
          .formatted(PING);

  private static final String EVENT_SOURCE =
      """
      address => new Promise((resolve, reject) => {
        const source = new EventSource(address);
        source.onerror = () => reject('refused');
        source.addEventListener('message', event => { source.close(); resolve(event.data); });
        source.addEventListener('endpoint', event => fetch(new URL(event.data, address), {
          method: 'POST', headers: {'Content-Type': 'application/json'}, body: '%s'}));
      })"""
          .formatted(PING);

  private static final String SOCKET =
      """
      address => new Promise((resolve, reject) => {
        const socket = new WebSocket(address, 'mcp');
        socket.onerror = () => reject('refused');
        socket.onopen = () => socket.send('%s');
        socket.onmessage = event => { socket.close(); resolve(event.data); };
      })"""
          .formatted(PING);

  private static HttpServer site;
  private static TomcatServer tomcat;
  private static String configured;
  private static String foreign;

  @BeforeAll
  static void start() throws Exception {
    site = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    site.createContext(
        "/",
        exchange -> {
          byte[] page = "<!doctype html><title>A page</title>".getBytes(UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "text/html");
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    site.start();
    configured = "http://127.0.0.1:" + site.getAddress().getPort();
    foreign = "http://localhost:" + site.getAddress().getPort();
    // Open, because pages of this machine need no configuration otherwise.
    tomcat =
        TomcatServer.tomcat10()
            .deploy("/postern")
            .systemProperty("postern.access", "open")
            .systemProperty("postern.origins", configured)
            .systemProperty("postern.keepAlive", "200ms")
            .start();
  }

  @AfterAll
  static void stop() throws Exception {
    site.stop(0);
    if (tomcat != null) {
      tomcat.close();
    }
  }

  @Test
  void aConfiguredPageUsesEveryTransportAndAForeignOneNone() {
    String mcp = tomcat.uri("/mcp").toString();
    String sse = tomcat.uri("/sse").toString();
    String ws = tomcat.uri("/mcp/ws").toString().replaceFirst("http", "ws");
    try (Chromium chromium = Chromium.start(CrossOriginIT.class)) {
      Page page = page(chromium, configured);
      assertThat(page.evaluate(CONNECT, mcp)).isEqualTo("200,id:,1,text,200,404,204,1");
      assertThat(page.evaluate(EVENT_SOURCE, sse)).asString().contains("\"result\":{}");
      assertThat(page.evaluate(SOCKET, ws)).asString().contains("\"result\":{}");

      Page elsewhere = page(chromium, foreign);
      assertThat(outcome(elsewhere, CONNECT, mcp)).contains("Failed to fetch");
      assertThat(outcome(elsewhere, EVENT_SOURCE, sse)).contains("refused");
      assertThat(outcome(elsewhere, SOCKET, ws)).contains("refused");
    }
  }

  private static Page page(Chromium chromium, String origin) {
    BrowserContext context = chromium.browser().newContext();
    Page page = context.newPage();
    page.navigate(origin);
    return page;
  }

  private static String outcome(Page page, String script, String address) {
    return page.evaluate(
            "([script, address]) => eval(script)(address).then(String, String)",
            List.of(script, address))
        .toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/mcp", "/sse", "/mcp/message?sessionId=x", "/mcp/tools", "/mcp/tools/call"})
  void aPreflightIsAnsweredWithoutLogin(String path) throws Exception {
    HttpResponse<String> response =
        send(
            "OPTIONS",
            path,
            Map.of(
                "Origin", configured,
                "Access-Control-Request-Method", "POST",
                "Access-Control-Request-Headers", "content-type,mcp-param-city,x-other"));
    assertThat(response.statusCode()).isEqualTo(204);
    assertThat(header(response, "Access-Control-Allow-Origin")).isEqualTo(configured);
    assertThat(header(response, "Access-Control-Allow-Methods"))
        .contains("POST")
        .contains("DELETE");
    assertThat(header(response, "Access-Control-Allow-Headers"))
        .contains("Authorization", "Last-Event-ID", "Mcp-Session-Id", "Mcp-Method", "traceparent")
        .contains("mcp-param-city")
        .doesNotContain("x-other", "*");
    assertThat(header(response, "Access-Control-Max-Age")).isEqualTo("7200");
    assertThat(response.headers().allValues("Vary"))
        .contains("Origin", "Access-Control-Request-Headers");
    assertThat(response.headers().firstValue("Access-Control-Allow-Credentials")).isEmpty();
  }

  @Test
  void aPreflightOfAForeignPageIsRefused() throws Exception {
    for (String origin : List.of(foreign, "null", configured + ".evil.example", "https://x")) {
      HttpResponse<String> response =
          send(
              "OPTIONS", "/mcp", Map.of("Origin", origin, "Access-Control-Request-Method", "POST"));
      assertThat(response.statusCode()).isEqualTo(403);
      assertThat(response.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
    }
  }

  @Test
  void errorsCanBeReadToo() throws Exception {
    Map<String, String> ofPage = Map.of("Origin", configured, "Content-Type", "application/json");
    assertReadable(send("POST", "/mcp", ofPage), 400);
    assertReadable(send("PUT", "/mcp", ofPage), 405);
    assertReadable(send("GET", "/mcp", ofPage), 405);
    assertReadable(send("POST", "/mcp", Map.of("Origin", configured)), 415);
    assertReadable(send("POST", "/mcp/message?sessionId=x", ofPage), 404);
    assertReadable(send("POST", "/sse", ofPage), 405);
    assertReadable(send("GET", "/mcp/nowhere", ofPage), 404);
    assertReadable(send("POST", "/mcp/tools/call", ofPage), 400);
  }

  private static void assertReadable(HttpResponse<String> response, int status) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(header(response, "Access-Control-Allow-Origin")).isEqualTo(configured);
    assertThat(header(response, "Access-Control-Expose-Headers"))
        .contains("Mcp-Session-Id", "WWW-Authenticate", "MCP-Protocol-Version");
    assertThat(response.headers().allValues("Vary")).contains("Origin");
  }

  @Test
  void whoIsNoPageGetsNoPermissionThatACacheCouldGiveToOne() throws Exception {
    HttpResponse<String> response = send("GET", "/mcp/tools", Map.of());
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
    assertThat(response.headers().allValues("Vary")).contains("Origin");
  }

  private static String header(HttpResponse<String> response, String name) {
    return response.headers().firstValue(name).orElse("(none)");
  }

  private static HttpResponse<String> send(String method, String path, Map<String, String> headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(tomcat.uri(path)).method(method, BodyPublishers.ofString(PING));
    headers.forEach(request::header);
    return HTTP.send(request.build(), BodyHandlers.ofString());
  }
}
