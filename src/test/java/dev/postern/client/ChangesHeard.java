package dev.postern.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The lists of tools that a library brought after {@code list_changed}. */
final class ChangesHeard {
  private final List<JsonNode> lists = new ArrayList<>(); // guarded by this

  synchronized void add(JsonNode tools) {
    lists.add(tools);
    notifyAll();
  }

  /** Whether a list as wanted has come, or comes in time. */
  synchronized boolean await(Predicate<JsonNode> wanted, Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    for (int next = 0; ; next++) {
      while (next >= lists.size()) {
        long millis = (end - System.nanoTime()) / 1_000_000;
        if (millis <= 0) {
          return false;
        }
        pause(millis);
      }
      if (wanted.test(lists.get(next))) {
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
