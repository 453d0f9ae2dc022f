package dev.postern.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Tool;
import dev.postern.testing.service.Answer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

abstract class TimeoutsCases extends PolicyCases {

  @Test
  void anAnswerThatDoesNotBeginInTimeIsATimeOut() {
    service.answer(Answer.json("{}").after(Duration.ofHours(1)));
    JsonNode facts = failure(call(tool("{\"timeouts\": {\"firstByteMs\": 100}}")));
    assertThat(facts.path("error").asText()).isEqualTo("upstream_timeout");
    assertThat(facts.path("message").asText())
        .isEqualTo("The service did not begin to answer within 100 ms.");
  }

  @Test
  void anAnswerThatBeganMayTakeItsTime() {
    service.answer(
        (request, out) -> {
          out.write("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n".getBytes());
          out.flush();
          Thread.sleep(2_500);
          out.write("{\"n\":1}".getBytes());
          return true;
        });
    String policy = "{\"timeouts\": {\"connectMs\": 2000, \"firstByteMs\": 2000}}";
    assertAnswered(call(tool(policy)));
  }

  @Test
  void aConnectionThatDoesNotComeAboutInTimeIsNone() throws Exception {
    List<SocketChannel> waiting = new ArrayList<>();
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      // Nobody accepts; once its queue is full, Linux does not even answer.
      for (int i = 0; i < 5; i++) {
        SocketChannel channel = SocketChannel.open();
        channel.configureBlocking(false);
        channel.connect(new InetSocketAddress("127.0.0.1", full.getLocalPort()));
        waiting.add(channel);
      }
      Tool tool =
          tool(
              schema("[]", "q"),
              "{\"baseUrl\": \"http://127.0.0.1:" + full.getLocalPort() + "\", \"path\": \"/x\"}",
              "\"policy\": {\"timeouts\": {\"connectMs\": 200}}");
      JsonNode facts = failure(call(tool));
      assertThat(facts.path("error").asText()).isEqualTo("upstream_unreachable");
      assertThat(facts.path("message").asText())
          .isEqualTo("The service could not be connected to within 200 ms.");
    } finally {
      for (SocketChannel channel : waiting) {
        channel.close();
      }
    }
  }

  @Test
  void theWholeStillCounts() {
    service.answer(Answer.drip(Duration.ofMillis(20)));
    String policy = "{\"timeouts\": {\"firstByteMs\": 2000}}";
    JsonNode facts = failure(call(tool("\"timeoutMs\": 3000", policy)));
    assertThat(facts.path("message").asText())
        .isEqualTo("The service did not answer within 3000 ms.");
  }
}
