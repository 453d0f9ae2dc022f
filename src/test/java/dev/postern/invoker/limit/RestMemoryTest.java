package dev.postern.invoker.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.invoker.limit.RestMemory.Rest;
import dev.postern.security.Principal;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RestMemoryTest {
  private static final Principal ANN = new Principal("ann");

  @Test
  void theOldestGoesWhereThereIsNoRoom() {
    RestMemory memory = new RestMemory(100, Duration.ofHours(1));
    String first = memory.keep(ANN, new Rest(new byte[40], 1)).orElseThrow();
    String second = memory.keep(ANN, new Rest(new byte[40], 1)).orElseThrow();
    String third = memory.keep(ANN, new Rest(new byte[40], 1)).orElseThrow();
    assertThat(memory.find(ANN, first)).isEmpty();
    assertThat(memory.find(ANN, second)).isPresent();
    assertThat(memory.find(ANN, third)).isPresent();
    assertThat(memory.keep(ANN, new Rest(new byte[101], 1))).isEmpty();
    assertThat(memory.find(ANN, second)).isPresent();
  }

  @Test
  void whatWasHandedOutTakesNoMoreRoomThanItsResult() {
    RestMemory memory = new RestMemory(100, Duration.ofHours(1));
    String first = memory.keep(ANN, new Rest(new byte[90], 1)).orElseThrow();
    memory.replace(first, new Rest(new byte[10], 0));
    String second = memory.keep(ANN, new Rest(new byte[90], 1)).orElseThrow();
    assertThat(memory.find(ANN, first)).isPresent();
    assertThat(memory.find(ANN, second)).isPresent();
  }

  @Test
  void nothingIsKeptForEver() throws Exception {
    RestMemory memory = new RestMemory(100, Duration.ofMillis(30));
    String handle = memory.keep(ANN, new Rest(new byte[100], 1)).orElseThrow();
    Thread.sleep(60);
    assertThat(memory.find(ANN, handle)).isEmpty();
    assertThat(memory.keep(ANN, new Rest(new byte[100], 1))).isPresent();
  }
}
