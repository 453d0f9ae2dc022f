package dev.postern.testing.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A service that answers line by line, as the test tells it to. One call at a time. */
public final class LineService implements AutoCloseable {
  private static final String END = "";

  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final AtomicInteger written = new AtomicInteger();
  private final AtomicInteger broken = new AtomicInteger();
  private final RecordingService service;

  private LineService() {
    service = RecordingService.start().answer(this::write);
  }

  public static LineService start() {
    return new LineService();
  }

  private boolean write(ReceivedRequest request, java.io.OutputStream out)
      throws IOException, InterruptedException {
    out.write(
        "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nConnection: close\r\n\r\n"
            .getBytes(UTF_8));
    out.flush();
    try {
      for (String line = lines.poll(60, TimeUnit.SECONDS);
          line != null && !line.equals(END);
          line = lines.poll(60, TimeUnit.SECONDS)) {
        out.write((line + "\n").getBytes(UTF_8));
        out.flush();
        written.incrementAndGet();
      }
    } catch (IOException e) {
      broken.incrementAndGet();
      throw e;
    }
    return false;
  }

  /** The JSON of a tool that asks this service. */
  public String tool(String name) {
    return ("{\"name\":\"%s\",\"description\":\"Tells of its progress\",\"type\":\"http\","
            + "\"inputSchema\":{\"type\":\"object\"},"
            + "\"http\":{\"method\":\"POST\",\"url\":\"%s\",\"timeoutMs\":60000}}")
        .formatted(name, service.url("/lines"));
  }

  public void progress(int progress) {
    lines.add("{\"progress\":" + progress + ",\"total\":100}");
  }

  public void line(String json) {
    lines.add(json);
  }

  /** The result, and the end of the answer. */
  public void result(String json) {
    lines.add("{\"result\":" + json + "}");
    lines.add(END);
  }

  public int calls() {
    return service.requests().size();
  }

  /** Lines that were written so far, to whoever reads them. */
  public int written() {
    return written.get();
  }

  /** Answers whose reader had gone. */
  public int broken() {
    return broken.get();
  }

  @Override
  public void close() {
    lines.add(END);
    service.close();
  }
}
