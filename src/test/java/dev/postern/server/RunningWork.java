package dev.postern.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.testing.Wait;
import dev.postern.testing.mcp.EventStream;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.mcp.StatelessRequests;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.RecordingService;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Calls and streams of both eras, in the midst of which a server is told to end. */
final class RunningWork implements AutoCloseable {
  private static final Duration SLOW = Duration.ofSeconds(4);
  private static final Duration SOON = Duration.ofSeconds(20);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final URI mcp;
  private final EventStream stream;
  private final EventStream listen;
  private final Future<JsonNode> inSession;
  private final Future<JsonNode> without;

  /** Begins it; needs {@link #tool}. */
  RunningWork(URI mcp, RecordingService service) throws Exception {
    this.mcp = mcp;
    service.answer(Answer.json("{\"slow\":true}").after(SLOW));
    StatelessRequests stateless = new StatelessRequests(mcp);
    McpClient client = new McpClient(mcp);
    client.connect();
    stream = client.listen();
    listen =
        stateless
            .ask("subscriptions/listen")
            .id("\"bye\"")
            .params("{\"notifications\":{\"toolsListChanged\":true}}")
            .open();
    inSession = threads.submit(() -> client.call("slow", "{}"));
    without = threads.submit(() -> stateless.call("slow", "{}").result());
    Wait.until("both calls run", SOON, () -> service.requests().size() == 2);
  }

  /** The JSON of the tool that it calls. */
  static String tool(String url) {
    return ("{\"name\":\"slow\",\"description\":\"d\",\"type\":\"http\",\"inputSchema\":{\"type\":\"object\"},"
            + "\"http\":{\"method\":\"GET\",\"url\":\"%s\",\"timeoutMs\":60000}}")
        .formatted(url);
  }

  /**
   * Whoever comes while the rest still runs is refused: with 503, or with the 404 of a server that
   * forgets an application before it tells it so.
   */
  void refusesNewRequests() throws Exception {
    Wait.until(
        "a refusal",
        SOON,
        () -> List.of(404, 503).contains(new McpClient(mcp).post("{}").statusCode()));
    assertThat(inSession.isDone()).as("the call is over").isFalse();
  }

  /** Streams are told, calls get their answers. */
  void comesToItsEnd() throws Exception {
    JsonNode goodbye = listen.await(event -> event.data().contains("result"), SOON).json();
    assertThat(goodbye.path("id").asText()).isEqualTo("bye");
    assertThat(goodbye.at("/result/resultType").asText()).isEqualTo("complete");
    listen.awaitEnd(SOON);
    stream.awaitEnd(SOON);
    for (Future<JsonNode> call : List.of(inSession, without)) {
      assertThat(call.get(20, TimeUnit.SECONDS).at("/structuredContent/slow").asBoolean()).isTrue();
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
