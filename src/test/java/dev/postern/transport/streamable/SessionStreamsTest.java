package dev.postern.transport.streamable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.session.SessionMemory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is kept of streams for those who come back, and what that may cost others. */
class SessionStreamsTest {
  private final SessionStreams streams =
      new SessionStreams(new SessionMemory(), Duration.ofMinutes(5));

  /** Each streamed answer is kept for minutes, though its client got all of it. */
  @Test
  void answersThatNobodyComesBackForKeepNoListenerOut() {
    String oldest = answered();
    for (int i = 0; i < 60_000; i++) {
      answered();
    }
    String newest = answered();
    assertThat(streams.listen("another session")).isPresent();
    assertThat(streams.resume("busy", newest)).isPresent();
    assertThat(streams.resume("busy", oldest)).isEmpty();
  }

  /** A place in a stream that came to its end. */
  private String answered() {
    EventLog log = streams.open("busy");
    log.finish();
    return log.position();
  }

  @Test
  void theBytesOfAllReplaysAreBounded() {
    byte[] message = new byte[1_000_000];
    EventLog oldest = streams.open("busy");
    oldest.send(message);
    for (int i = 0; i < 100; i++) {
      streams.open("busy").send(message);
    }
    EventLog newest = streams.open("busy");
    newest.send(message);
    assertThat(streams.resume("busy", oldest.position())).isEmpty();
    assertThat(streams.resume("busy", newest.position())).isPresent();
  }
}
