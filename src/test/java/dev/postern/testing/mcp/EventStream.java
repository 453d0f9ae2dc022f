package dev.postern.testing.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * An open {@code text/event-stream}, read by a thread of its own until it ends. Comments are
 * counted and otherwise ignored, as the standard wants.
 */
public final class EventStream implements AutoCloseable {
  private final InputStream body;
  // The three below are guarded by this.
  private final List<ServerSentEvent> events = new ArrayList<>();
  private int comments;
  private boolean ended;

  private EventStream(InputStream body) {
    this.body = body;
  }

  static EventStream read(InputStream body) {
    EventStream stream = new EventStream(body);
    Thread reader = new Thread(stream::readAll, "event-stream");
    reader.setDaemon(true);
    reader.start();
    return stream;
  }

  private void readAll() {
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(body, UTF_8))) {
      readEvents(lines);
    } catch (IOException closed) {
      // the server's end and our own close() look alike here; both end the stream
    } finally {
      synchronized (this) {
        ended = true;
        notifyAll();
      }
    }
  }

  private void readEvents(BufferedReader lines) throws IOException {
    String id = null;
    String name = "message";
    StringBuilder data = null;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.isEmpty()) {
        if (data != null) {
          add(new ServerSentEvent(id, name, data.toString()));
        }
        id = null;
        name = "message";
        data = null;
      } else if (line.startsWith(":")) {
        countComment();
      } else {
        String value = value(line);
        switch (line.substring(0, Math.max(line.indexOf(':'), 0))) {
          case "id" -> id = value;
          case "event" -> name = value;
          case "data" ->
              data = data == null ? new StringBuilder(value) : data.append('\n').append(value);
          default -> {} // the standard: unknown fields are ignored
        }
      }
    }
  }

  private static String value(String line) {
    String value = line.substring(line.indexOf(':') + 1);
    return value.startsWith(" ") ? value.substring(1) : value;
  }

  private synchronized void add(ServerSentEvent event) {
    events.add(event);
    notifyAll();
  }

  private synchronized void countComment() {
    comments++;
    notifyAll();
  }

  /** All events so far. */
  public synchronized List<ServerSentEvent> events() {
    return List.copyOf(events);
  }

  /** How many comment lines came, which is what heart beats are. */
  public synchronized int comments() {
    return comments;
  }

  public synchronized boolean ended() {
    return ended;
  }

  /** The first event, also an earlier one, that is as wanted. */
  public ServerSentEvent await(Predicate<ServerSentEvent> wanted, Duration limit) {
    return await(0, wanted, limit);
  }

  /** The first notification of this method after the first {@code skip} events. */
  public ServerSentEvent await(int skip, String method, Duration limit) {
    return await(skip, event -> event.method().equals(method), limit);
  }

  private synchronized ServerSentEvent await(
      int skip, Predicate<ServerSentEvent> wanted, Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    for (int next = skip; ; next++) {
      while (next >= events.size()) {
        waitForMore(end);
      }
      if (wanted.test(events.get(next))) {
        return events.get(next);
      }
    }
  }

  /** Waits until the server ends the stream. */
  public synchronized void awaitEnd(Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    while (!ended) {
      waitForMore(end);
    }
  }

  private synchronized void waitForMore(long end) {
    long millis = (end - System.nanoTime()) / 1_000_000;
    if (millis <= 0 || ended) {
      throw new AssertionError(
          (ended ? "The stream ended" : "Nothing came in time") + "; events so far: " + events);
    }
    try {
      wait(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted", e);
    }
  }

  @Override
  public void close() throws IOException {
    body.close();
  }
}
