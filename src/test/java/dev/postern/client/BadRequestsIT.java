package dev.postern.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.Json;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.server.RunningPostern;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.RecordingService;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests, connections and crowds that no well-behaved client would send. */
class BadRequestsIT {
  private static final RunningPostern POSTERN = RunningPostern.shared();
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

  private McpClient client;
  private int logged;

  @BeforeEach
  void connect() throws Exception {
    client = POSTERN.connected();
    logged = POSTERN.tomcat().log().length();
  }

  /** Whatever clients do is not worth a line at SEVERE, nor a stack trace. */
  @AfterEach
  void stillServesAndHasNothingToComplainAbout() throws Exception {
    assertThat(POSTERN.connected().request("ping", "{}")).isEmpty();
    String log = POSTERN.tomcat().log().substring(logged);
    assertThat(log).doesNotContain("SEVERE").doesNotContain("at dev.postern.");
  }

  @Test
  void aHeaderBeyondTheServersLimitIsRefused() throws Exception {
    client.header("X-Huge", "x".repeat(20_000));
    assertThat(client.post(PING).statusCode()).isEqualTo(400);
  }

  @Test
  void aPathBelowTheEndpointThatIsNoneIsRefusedInJsonRpc() throws Exception {
    McpClient lost = new McpClient(POSTERN.uri("/mcp/nowhere"));
    HttpResponse<String> response = lost.post(PING);
    assertThat(response.statusCode()).isEqualTo(404);
    JsonNode answer = Json.parse(response.body());
    assertThat(answer.get("jsonrpc").textValue()).isEqualTo("2.0");
    assertThat(answer.at("/error/code").intValue()).isEqualTo(-32600);
    assertThat(answer.at("/error/message").textValue()).contains("nothing at this path");
  }

  @Test
  void aSessionIdThatWasTouchedIsUnknown() throws Exception {
    String id = client.session();
    int middle = id.length() / 2;
    char other = id.charAt(middle) == 'A' ? 'B' : 'A';
    List<String> touched =
        List.of(
            id.substring(0, middle) + other + id.substring(middle + 1),
            id.substring(1),
            id + id,
            id + "=",
            "x".repeat(5_000),
            "../../etc/passwd",
            "' OR 1=1 --",
            "%00");
    for (String session : touched) {
      client.header("Mcp-Session-Id", session);
      HttpResponse<String> response = client.post(PING);
      assertThat(response.statusCode()).as(session).isEqualTo(404);
      assertThat(Json.parse(response.body()).at("/error/code").intValue()).isEqualTo(-32001);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32"})
  void jsonInAnotherUnicodeFormIsRead(String charset) throws Exception {
    HttpResponse<String> response = postBytes(greeting("é"), Charset.forName(charset));
    assertThat(Json.parse(response.body()).get("id").textValue()).isEqualTo("é");
  }

  @Test
  void jsonInALegacyCharsetIsRefusedAndNotGuessed() throws Exception {
    HttpResponse<String> response = postBytes(greeting("é"), StandardCharsets.ISO_8859_1);
    assertThat(response.statusCode()).isEqualTo(400);
    JsonNode error = Json.parse(response.body()).get("error");
    assertThat(error.get("code").intValue()).isEqualTo(-32700);
    assertThat(error.get("message").textValue()).contains("UTF-8");
  }

  private HttpResponse<String> postBytes(String json, Charset charset) throws Exception {
    return client.send(
        client
            .builder()
            .setHeader("Content-Type", "application/json; charset=" + charset.name())
            .POST(BodyPublishers.ofByteArray(json.getBytes(charset)))
            .build());
  }

  private static String greeting(String id) {
    return "{\"jsonrpc\":\"2.0\",\"id\":\"" + id + "\",\"method\":\"ping\"}";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0000",
        PING + "\u0000",
        "{\u0000}",
        "{\"jsonrpc\":\"2.0\u0000\"}",
        "NaN",
        "{'a':1}"
      })
  void bytesThatJsonDoesNotKnowAreRefused(String body) throws Exception {
    HttpResponse<String> response = client.post(body);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
    assertThat(Json.parse(response.body()).at("/error/code").intValue()).isEqualTo(-32700);
  }

  @Test
  void aNumeralWithoutEndIsRefused() throws Exception {
    HttpResponse<String> response =
        client.post("{\"jsonrpc\":\"2.0\",\"id\":" + "9".repeat(200_000) + ",\"method\":\"ping\"}");
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.body().length()).isLessThan(2_000);
  }

  @Test
  void connectionsThatStallOrBreakHoldNobodyUp() throws Exception {
    List<RawConnection> stalled = new ArrayList<>();
    try {
      for (int i = 0; i < 40; i++) {
        RawConnection inHead = RawConnection.to(POSTERN.uri("/"));
        stalled.add(inHead.send("POST /postern/mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nX-"));
        RawConnection inBody = RawConnection.to(POSTERN.uri("/"));
        stalled.add(inBody.send(head(1_000) + "{\"jsonrpc\":"));
      }
      long start = System.nanoTime();
      for (int i = 0; i < 20; i++) {
        assertThat(client.post(PING).statusCode()).isEqualTo(200);
      }
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    } finally {
      for (RawConnection connection : stalled) {
        connection.reset();
      }
    }
  }

  @Test
  void whoPromisesMoreThanItSendsIsNotServed() throws Exception {
    try (RawConnection connection = RawConnection.to(POSTERN.uri("/"))) {
      connection.send(head(PING.length()) + PING);
      assertThat(connection.answer()).startsWith("HTTP/1.1 200");
    }
    RawConnection shortened = RawConnection.to(POSTERN.uri("/"));
    shortened.send(head(PING.length() + 50) + PING);
    shortened.close();
  }

  @Test
  void whoLeavesDuringACallOnlyLosesItsAnswer() throws Exception {
    try (RecordingService service = RecordingService.start()) {
      service.answer(Answer.json("{\"a\":1}").after(Duration.ofMillis(700)));
      POSTERN.register(
          "{\"name\":\"bad.slow\",\"type\":\"http\",\"http\":{\"url\":\"%s\"}}"
              .formatted(service.url("/slow")));
      String call =
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"bad.slow\"}}";
      for (int i = 0; i < 10; i++) {
        RawConnection.to(POSTERN.uri("/")).send(head(call.length()) + call).reset();
        RawConnection patient = RawConnection.to(POSTERN.uri("/"));
        patient.send(head(call.length()) + call);
        Thread.sleep(100); // lets the call begin
        patient.reset();
      }
      assertThat(client.call("bad.slow", "{}").at("/structuredContent/a").intValue()).isEqualTo(1);
    }
  }

  @Test
  void streamsThatAreDroppedAreNoLoss() throws Exception {
    for (int i = 0; i < 30; i++) {
      RawConnection stream = RawConnection.to(POSTERN.uri("/"));
      stream.send(
          "GET /postern/mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n"
              + "Mcp-Session-Id: "
              + client.session()
              + "\r\n\r\n");
      stream.reset();
    }
    Thread.sleep(RunningPostern.KEEP_ALIVE.multipliedBy(3).toMillis()); // writes to all of them
    POSTERN.register("{\"name\":\"bad.news\",\"type\":\"static\",\"static\":{\"text\":\"x\"}}");
  }

  @Test
  void twoHundredClientsConnectAtOnce() throws Exception {
    int clients = 200;
    ExecutorService crowd = Executors.newFixedThreadPool(clients);
    CountDownLatch start = new CountDownLatch(1);
    try {
      List<Future<String>> sessions = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        McpClient one = POSTERN.client();
        sessions.add(
            crowd.submit(
                () -> {
                  start.await();
                  one.connect();
                  one.tools();
                  return one.session();
                }));
      }
      start.countDown();
      Set<String> distinct = new HashSet<>();
      for (Future<String> session : sessions) {
        distinct.add(session.get());
      }
      assertThat(distinct).hasSize(clients);
    } finally {
      crowd.shutdown();
    }
  }

  private String head(int length) {
    return "POST /postern/mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        + "Accept: application/json\r\nConnection: close\r\nMcp-Session-Id: "
        + client.session()
        + "\r\nContent-Length: "
        + length
        + "\r\n\r\n";
  }
}
