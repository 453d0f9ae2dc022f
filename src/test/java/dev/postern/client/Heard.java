package dev.postern.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** What a library told of one kind of thing, in the order in which it came. */
final class Heard {
  private final List<JsonNode> all = new ArrayList<>(); // guarded by this

  synchronized void add(JsonNode one) {
    all.add(one);
    notifyAll();
  }

  /** Whether one as wanted has come, or comes in time. */
  synchronized boolean await(Predicate<JsonNode> wanted, Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    for (int next = 0; ; next++) {
      while (next >= all.size()) {
        long millis = (end - System.nanoTime()) / 1_000_000;
        if (millis <= 0) {
          return false;
        }
        pause(millis);
      }
      if (wanted.test(all.get(next))) {
        return true;
      }
    }
  }

  private synchronized void pause(long millis) {
    try {
      wait(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted", e);
    }
  }
}
