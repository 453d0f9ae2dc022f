package dev.postern.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.Json;
import dev.postern.message.Message;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Requests over one connection, on which nobody notices that an answer is missing. */
class RunningRequestsTest {

  /** A connection that takes everything at once. */
  private static final class Sent implements Line {
    private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();

    @Override
    public void send(byte[] json) {
      messages.add(new String(json, UTF_8));
    }

    @Override
    public void keepAlive() {
      // it is there
    }

    @Override
    public void end() {
      // nothing waits
    }
  }

  @Test
  void aRequestIsAnsweredEvenWhereTheProgramFails() throws Exception {
    Sent line = new Sent();
    try (CallThreads threads = new CallThreads(new Gate())) {
      RunningRequests running = new RunningRequests(line, threads);
      Message.Request request =
          new Message.Request(Json.NODES.textNode("a"), "tools/call", Json.object());
      running.start(
          request,
          cancellation -> {
            throw new StackOverflowError("inside");
          });
      JsonNode answer = Json.parse(line.messages.poll(10, TimeUnit.SECONDS));
      assertThat(answer.path("id").asText()).isEqualTo("a");
      assertThat(answer.at("/error/code").asInt()).isEqualTo(-32603);
      assertThat(answer.at("/error/message").asText()).doesNotContain("inside");
      assertThat(running.isEmpty()).isTrue();
    }
  }
}
