package dev.postern.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.message.mcp.LogLevel;
import org.junit.jupiter.api.Test;

/** However many sessions set however much, only so much is kept. */
class SessionMemoryTest {
  private final SessionMemory memory = new SessionMemory();

  @Test
  void aSessionMaySubscribeToAThousandAndToNoMoreUntilItLeavesSome() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(memory.subscribe("s", "x://" + i)).isTrue();
    }
    assertThat(memory.subscribe("s", "x://more")).isFalse();
    assertThat(memory.subscriptions("s")).doesNotContain("x://more").hasSize(1_000);
    assertThat(memory.subscribe("s", "x://0")).as("it has that one").isTrue();
    memory.unsubscribe("s", "x://7");
    assertThat(memory.subscribe("s", "x://more")).isTrue();
    assertThat(memory.subscribe("other", "x://more")).isTrue();
  }

  @Test
  void longUrisCountByTheirLength() {
    String long1 = "x://" + "1".repeat(200_000);
    String long2 = "x://" + "2".repeat(200_000);
    assertThat(memory.subscribe("s", long1)).isTrue();
    assertThat(memory.subscribe("s", long2)).isFalse();
    assertThat(memory.subscribe("s", "x://short")).isTrue();
    memory.unsubscribe("s", long1);
    memory.unsubscribe("s", long1); // again, which gives nothing back twice
    assertThat(memory.subscribe("s", long2)).isTrue();
    assertThat(memory.subscribe("s", long1)).isFalse();
  }

  @Test
  void allSessionsTogetherAreBoundedAndTheOneUsedLongestAgoIsForgotten() {
    String uri = "x://" + "u".repeat(200_000);
    for (int i = 0; i < 1_000; i++) { // 200 MB
      assertThat(memory.subscribe("s" + i, uri + i)).isTrue();
      assertThat(memory.subscriptions("s0")).as("used all the time").hasSize(1);
    }
    long kept = 0;
    for (int i = 0; i < 1_000; i++) {
      kept += memory.subscriptions("s" + i).size();
    }
    assertThat(kept * uri.length()).isBetween(8_000_000L, 17_000_000L);
    assertThat(memory.subscriptions("s999")).containsExactly(uri + 999);
    memory.forget("s999");
    assertThat(memory.subscriptions("s999")).isEmpty();
  }

  @Test
  void levelsOfTenThousandSessionsAreKept() {
    for (int i = 0; i < 10_001; i++) {
      memory.setLogLevel("s" + i, LogLevel.ERROR);
    }
    assertThat(memory.logLevel("s0")).isEmpty();
    assertThat(memory.logLevel("s10000")).contains(LogLevel.ERROR);
  }
}
