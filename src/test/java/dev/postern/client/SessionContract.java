package dev.postern.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.testing.mcp.McpClient;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What {@link SdkContract} adds for the revisions with sessions. */
interface SessionContract {
  String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

  /** SSE clients just go; that is noticed with the next comment. */
  Duration GONE = Duration.ofSeconds(5);

  SdkClient client();

  SdkClient guest() throws Exception;

  Way way();

  @Test
  default void pingsAndHasASessionOfItsOwn() throws Exception {
    client().ping();
    try (SdkClient guest = guest()) {
      guest.ping();
      assertThat(guest.session()).isNotEmpty().isNotEqualTo(client().session());
    }
    client().ping();
  }

  @Test
  default void endsItsSessionWhenItIsClosed() throws Exception {
    SdkClient guest = guest();
    guest.ping();
    McpClient witness = witness(guest.session());
    assertThat(witness.post(PING).statusCode()).isEqualTo(way().isSse() ? 202 : 200);
    guest.close();
    long end = System.nanoTime() + GONE.toNanos();
    while (way().isSse() && witness.post(PING).statusCode() == 202 && System.nanoTime() < end) {
      Thread.sleep(50);
    }
    assertThat(witness.post(PING).statusCode()).isEqualTo(404);
  }

  private McpClient witness(String session) {
    return way().isSse()
        ? new McpClient(SdkContract.POSTERN.uri("/mcp/message?sessionId=" + session))
        : SdkContract.POSTERN.client().header("Mcp-Session-Id", session);
  }
}
