package dev.postern.transport;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.mcp.SocketClient;
import dev.postern.testing.mcp.SseClient;
import dev.postern.testing.mcp.StatelessRequests;
import dev.postern.testing.server.RunningPostern;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.ReceivedRequest;
import dev.postern.testing.service.RecordingService;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Headers of the client's own request reach the service where a tool says so, and only there. */
class PassedHeadersIT {
  private static final RunningPostern POSTERN = RunningPostern.shared();
  private static final RecordingService SERVICE = RecordingService.start();
  private static final String[] SENT = {
    "X-Tenant", "blue", "Authorization", "Bearer of-client", "Cookie", "sid=of-client"
  };

  @BeforeAll
  static void register() throws Exception {
    register("tools", "passed", "\"passHeaders\": [\"X-Tenant\", \"X-Absent\"]");
    register(
        "tools",
        "trusted",
        "\"passHeaders\": [\"X-Tenant\"], \"passCredentials\": [\"Authorization\"]");
    register("tools", "silent", "\"title\": \"None\"");
    register(
        "prompts",
        "passed.prompt",
        "\"passHeaders\": [\"X-Tenant\"], \"arguments\": [{\"name\": \"a\"}], \"completions\":"
            + " {\"a\": {\"http\": {\"url\": \"%s\"}, \"passHeaders\": [\"X-Tenant\"]}}"
                .formatted(SERVICE.url("/values")));
    POSTERN.register(
        "resources",
        "{\"name\": \"passed.resource\", \"uri\": \"passed://it\", \"http\": {\"url\": \"%s\"},"
                .formatted(SERVICE.url("/resource"))
            + " \"passHeaders\": [\"X-Tenant\"]}");
  }

  private static void register(String kind, String name, String more) throws Exception {
    POSTERN.register(
        kind,
        "{\"name\": \"%s\", %s \"http\": {\"url\": \"%s\"}, %s}"
            .formatted(
                name, kind.equals("tools") ? "\"type\": \"http\"," : "", SERVICE.url("/x"), more));
  }

  @AfterAll
  static void stop() {
    SERVICE.close();
  }

  @BeforeEach
  void forget() {
    SERVICE.forget();
    SERVICE.answer(Answer.json("{}"));
  }

  private static void arrived(String tenant, String authorization) {
    ReceivedRequest last = SERVICE.last();
    assertThat(last.header("X-Tenant")).isEqualTo(tenant);
    assertThat(last.header("Authorization")).isEqualTo(authorization);
    assertThat(last.head()).doesNotContain("sid=", "X-Absent", "Mcp-", "MCP-");
    SERVICE.forget();
  }

  private static McpClient client() {
    McpClient client = POSTERN.client();
    for (int i = 0; i < SENT.length; i += 2) {
      client.header(SENT[i], SENT[i + 1]);
    }
    return client;
  }

  @Test
  void inASession() throws Exception {
    McpClient client = client();
    client.connect();
    client.call("silent", "{}");
    arrived(null, null);
    client.call("passed", "{}");
    arrived("blue", null);
    client.call("trusted", "{}");
    arrived("blue", "Bearer of-client");
    client.header("X-Tenant", "gruen").call("passed", "{}");
    arrived("gruen", null);
    client.header("X-Tenant", null).call("passed", "{}");
    arrived(null, null);
  }

  @Test
  void withPromptsResourcesAndCompletions() throws Exception {
    McpClient client = client();
    client.connect();
    SERVICE.answer(Answer.text(200, "text/plain", "some text"));
    client.request("prompts/get", "{\"name\": \"passed.prompt\"}");
    arrived("blue", null);
    client.request("resources/read", "{\"uri\": \"passed://it\"}");
    arrived("blue", null);
    SERVICE.answer(Answer.json("[\"one\"]"));
    client.request(
        "completion/complete",
        "{\"ref\": {\"type\": \"ref/prompt\", \"name\": \"passed.prompt\"},"
            + " \"argument\": {\"name\": \"a\", \"value\": \"o\"}}");
    arrived("blue", null);
  }

  @Test
  void withoutASession() throws Exception {
    StatelessRequests.Ask ask = new StatelessRequests(POSTERN.uri("/mcp")).call("trusted", "{}");
    for (int i = 0; i < SENT.length; i += 2) {
      ask.header(SENT[i], SENT[i + 1]);
    }
    assertThat(ask.result().path("isError").asBoolean()).isFalse();
    arrived("blue", "Bearer of-client");
  }

  @Test
  void overSseFromTheRequestThatOpenedTheStream() throws Exception {
    McpClient opener = new McpClient(POSTERN.uri("/sse"));
    for (int i = 0; i < SENT.length; i += 2) {
      opener.header(SENT[i], SENT[i + 1]);
    }
    try (SseClient client = SseClient.open(opener, POSTERN.uri("/sse"))) {
      client.connect("2024-11-05", "{}");
      client.answer("tools/call", "{\"name\": \"trusted\", \"arguments\": {}}");
      arrived("blue", "Bearer of-client");
      client.answer("tools/call", "{\"name\": \"silent\", \"arguments\": {}}");
      arrived(null, null);
    }
  }

  @Test
  void overWebSocketFromTheHandshake() throws Exception {
    try (SocketClient client = SocketClient.open(POSTERN.uri("/mcp/ws"), SENT)) {
      client.connect("2025-11-25", "{}");
      client.answer("tools/call", "{\"name\": \"trusted\", \"arguments\": {}}");
      arrived("blue", "Bearer of-client");
    }
  }

  @Test
  void overPlainRest() throws Exception {
    HttpResponse<String> response =
        POSTERN.send(
            HttpRequest.newBuilder(POSTERN.uri("/mcp/tools/call"))
                .headers(SENT)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"tool\": \"passed\"}"))
                .build());
    assertThat(response.statusCode()).isEqualTo(200);
    arrived("blue", null);
  }

  @Test
  void neverThoseOfTheConsole() throws Exception {
    POSTERN.admin("POST", "/admin/try", "{\"name\": \"trusted\", \"arguments\": {}}");
    assertThat(SERVICE.requests())
        .allSatisfy(request -> assertThat(request.header("Authorization")).isNull());
  }

  /** 401 of the service never becomes 401 of the gateway: clients would log in again. */
  @Test
  void theServicesRefusalIsAResultAndNoRefusalOfTheClient() throws Exception {
    for (int status : new int[] {401, 403}) {
      SERVICE.answer(Answer.empty(status, "WWW-Authenticate: Bearer realm=\"service\""));
      assertThat(refused("passed")).contains("not the login of the caller", "\"status\":" + status);
      assertThat(refused("trusted"))
          .contains("the caller's own credentials", "\"status\":" + status);
    }
  }

  private static String refused(String tool) throws Exception {
    McpClient client = client();
    client.connect();
    HttpResponse<String> response =
        client.post(
            "{\"jsonrpc\":\"2.0\",\"id\":77,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":{}}}"
                .formatted(tool));
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("WWW-Authenticate")).isEmpty();
    JsonNode result = McpClient.message(response).path("result");
    assertThat(result.path("isError").asBoolean()).isTrue();
    return result.at("/content/0/text").asText();
  }

  @Test
  void whatMayBeACredentialNeedsItsOwnKey() throws Exception {
    for (String name : new String[] {"Authorization", "Cookie", "X-Api-Key", "X-Auth-Token"}) {
      HttpResponse<String> refused =
          POSTERN.admin(
              "POST",
              "/admin/tools",
              "{\"name\": \"bad\", \"type\": \"http\", \"http\": {\"url\": \"http://x\"},"
                  + " \"passHeaders\": [\""
                  + name
                  + "\"]}");
      assertThat(refused.statusCode()).isEqualTo(422);
      assertThat(refused.body()).contains("/passHeaders/0", "passCredentials");
    }
  }
}
